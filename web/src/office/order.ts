/** An order of the operator: a method, a path below `/api/operator`, and what it says. */
export type Give = (method: string, path: string, body?: unknown) => Promise<void>
