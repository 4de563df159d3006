/** Requests to the server: JSON in, JSON out, and refusals as errors that have a code. */
import { noteTime } from './now'
import type { ErrorCode, Problem } from './wire'

/** The server said no, and why. */
export class Refusal extends Error {
  readonly code: ErrorCode
  /** The server's own sentence, in English: for programs, and where the page has no words. */
  readonly detail: string
  readonly status: number
  /** Why, where the code does not say enough: of a game's rules `game.reason`, else one word. */
  readonly reason: string | null
  readonly values: Problem['values']

  constructor(status: number, problem: Problem) {
    super(problem.detail)
    this.status = status
    this.code = problem.error
    this.detail = problem.detail
    this.reason = problem.reason
    this.values = problem.values
  }
}

/** There was no answer: the connection or the server is away. */
export class Unreachable extends Error {}

/** Where the server tells of a table. */
export function tablePath(link: string): string {
  return `/api/tables/${encodeURIComponent(link)}`
}

const ahead = new Map<string, Promise<unknown>>()

/** Ask now for what will be wanted in a moment: the next `get` of it has that answer. */
export function askAhead(...paths: string[]): void {
  for (const path of paths) {
    const answer = request('GET', path)
    answer.catch(() => {}) // whoever wanted it is told
    ahead.set(path, answer)
  }
}

export function get<T>(path: string): Promise<T> {
  const answer = ahead.get(path)
  ahead.delete(path)
  return (answer as Promise<T> | undefined) ?? request<T>('GET', path)
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return request<T>('POST', path, body)
}

export function put<T>(path: string, body: unknown): Promise<T> {
  return request<T>('PUT', path, body)
}

export function del<T>(path: string): Promise<T> {
  return request<T>('DELETE', path)
}

/** An answer as it was sent: numbers of a record are larger than those of JSON here. */
export async function text(path: string): Promise<string> {
  const answer = await send('GET', path)
  if (answer.ok) return answer.text()
  throw await refusalOf(answer)
}

/** With the operator's token. */
export function operate<T>(token: string, method: string, path: string, body?: unknown): Promise<T> {
  return request<T>(method, `/api/operator${path}`, body, { Authorization: `Bearer ${token}` })
}

async function request<T>(method: string, path: string, body?: unknown, headers = {}): Promise<T> {
  const answer = await send(method, path, body, headers)
  if (!answer.ok) throw await refusalOf(answer)
  return (await answer.json().catch(() => null)) as T
}

async function send(method: string, path: string, body?: unknown, headers = {}): Promise<Response> {
  try {
    const answer = await fetch(path, {
      method,
      cache: 'no-store',
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    noteTime(answer.headers.get('Date'))
    return answer
  } catch {
    throw new Unreachable()
  }
}

async function refusalOf(answer: Response): Promise<Error> {
  const told: unknown = await answer.json().catch(() => null)
  // A proxy in front of a server that restarts answers in its own words.
  return isProblem(told) ? new Refusal(answer.status, told) : new Unreachable()
}

function isProblem(told: unknown): told is Problem {
  return typeof told === 'object' && told !== null && 'error' in told && 'detail' in told
}

const PAUSES = [300, 600, 1200, 2500, 5000]

/**
 * Try again, ever more slowly, for as long as the server is away; refusals are answers.
 */
export async function persist<T>(
  attempt: () => Promise<T>,
  onAway: (why: unknown) => void = () => {},
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      onAway(error)
      await pause(PAUSES[Math.min(tries, PAUSES.length - 1)]!)
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** An id by which the server knows a request that is sent again. */
export function requestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
