/** What a rated game did to a number, as it is read. */
export function changeInWords({ before, after }: { before: number; after: number }): string {
  const change = after - before
  return `${before} ${change < 0 ? '−' : '+'} ${Math.abs(change)} = ${after}`
}
