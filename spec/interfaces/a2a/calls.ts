import type { PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import type { Admit } from '../../../app/foundation/limits/admit.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { handle } from '../../../app/interfaces/a2a/endpoint.ts'

export type Fields = Readonly<Record<string, unknown>>

export type A2aError = {
  readonly code: number
  readonly message: string
  readonly data?: readonly Fields[]
}

/** A parsed answer. */
export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: {
    readonly jsonrpc?: string
    readonly id?: unknown
    readonly result?: unknown
    readonly error?: A2aError
  }
}

export type Message = {
  readonly messageId: string
  readonly contextId: string
  readonly role: string
  readonly parts: readonly Fields[]
  readonly metadata: {
    readonly skillId?: string
    readonly version: string
    readonly generated: string
  }
}

export type Data = Fields & {
  readonly skillId?: string
  readonly citations: readonly (Fields & { readonly id: string; readonly url: string })[]
}

export type Send = (request: Request) => Promise<Response>

export const URL_A2A = 'http://localhost:8080/a2a'

/** The endpoint itself over `public_docs`, without plugin and port. */
export function createSend(docs: PublicDocs, admit: Admit = async () => 'admitted'): Send {
  const log = createLog('error', (line) => console.error(line), Date.now)
  return (request) => handle(request, undefined, { docs, limits: {}, admit, log })
}

/** A raw POST; a header that is undefined is left out. */
export function post(
  body: BodyInit,
  headers: Readonly<Record<string, string | undefined>> = {},
): Request {
  const fields = new Headers({ 'content-type': 'application/json', 'a2a-version': '1.0' })
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) fields.delete(name)
    else fields.set(name, value)
  }
  return new Request(URL_A2A, { method: 'POST', headers: fields, body })
}

/** An envelope exactly as given. */
export function envelope(content: unknown, headers = {}): Request {
  return post(JSON.stringify(content), headers)
}

/** A well-formed call. */
export function call(method: string, params?: unknown, headers = {}): Request {
  return envelope({ jsonrpc: '2.0', id: 7, method, params }, headers)
}

export const USER = { messageId: 'm-1', role: 'ROLE_USER' } as const

/** A message of these parts, with more members in the parameters. */
export function message(parts: unknown, more: Fields = {}, own: Fields = {}): Request {
  return call('SendMessage', { message: { ...USER, parts, ...own }, ...more })
}

/** A message of plain text. */
export function asks(text: string, more: Fields = {}): Request {
  return message([{ text }], more)
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Answer['body']
  return { status: response.status, headers: response.headers, text, body }
}

/** The message of an answer; the test fails if it is a refusal. */
export function messageOf({ body, text }: Answer): Message {
  const result = body.result as { readonly message: Message } | undefined
  if (result === undefined) throw new Error(`Cannot read message: ${text.slice(0, 500)}`)
  return result.message
}

/** The data part of an answer. */
export function dataOf(answer: Answer): Data {
  const part = messageOf(answer).parts.find((each) => 'data' in each)
  if (part === undefined) throw new Error(`Cannot read data: ${answer.text.slice(0, 500)}`)
  return part.data as Data
}

/** The text part of an answer. */
export function textOf(answer: Answer): string {
  return String(messageOf(answer).parts.find((each) => 'text' in each)?.text)
}
