/** What time it is for the server, which may be another than for this device. */
let ahead = 0

/** Note what the server's clock says; it tells with every answer. */
export function noteTime(date: string | null): void {
  const told = date ? Date.parse(date) : NaN
  if (!Number.isNaN(told)) ahead = told - Date.now()
}

/** In seconds. */
export function now(): number {
  return (Date.now() + ahead) / 1000
}
