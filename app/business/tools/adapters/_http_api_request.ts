import type { HttpBinding, HttpInput } from '../../../contract/business_http.ts'
import { nameInput } from '../../../contract/business_http.ts'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

/** Workspace and business of a call, which come from its grant alone. */
type GrantPlace = { readonly workspaceId: string; readonly businessId: string }

type ApiRequest = {
  readonly url: string
  readonly method: string
  /** Path and query as they are sent, which are signed. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | undefined
}

/**
 * The request of a call: each argument where its binding says, and nothing where it does not. The
 * error names the argument that cannot be part of a path.
 */
export function buildApiRequest(
  base: string,
  { method, path, inputs }: HttpBinding,
  args: JsonObject,
  place: GrantPlace,
): Result<ApiRequest, string> {
  const values = inputs.flatMap((input) => {
    const value = 'grant' in input ? valueOfGrant(input, place) : args[input.argument]
    return value === undefined || value === null ? [] : [{ input, value }]
  })
  const written = writePath(path, values)
  if (!written.ok) return written
  const query = writeQuery(values)
  const url = new URL(`${base}${written.value}${query}`)
  const target = url.pathname + url.search
  // What an address parser would change leads elsewhere than the registry says.
  if (target !== new URL(base).pathname.replace(/\/$/, '') + written.value + query) return err('')
  const headers = values.filter(({ input }) => input.in === 'header')
  return ok({
    url: url.href,
    method,
    target,
    headers: Object.fromEntries(headers.map(({ input, value }) => [nameInput(input), `${value}`])),
    body: writeBody(inputs, values),
  })
}

type Value = { readonly input: HttpInput; readonly value: unknown }

function valueOfGrant({ grant }: { readonly grant: string }, place: GrantPlace): string {
  return grant === 'workspace' ? place.workspaceId : place.businessId
}

/** Characters by which a value would leave its place between two slashes. */
const LEAVING = /[/\\%?#;\u0000-\u001f\u007f]/

function writePath(path: string, values: readonly Value[]): Result<string, string> {
  let text = ''
  let end = 0
  for (const { 0: braces, 1: name, index } of path.matchAll(/\{([^{}]*)\}/g)) {
    const found = values.find(({ input }) => input.in === 'path' && nameInput(input) === name)
    const value = found === undefined ? '' : String(found.value)
    if (value === '' || /^\.{1,2}$/.test(value) || LEAVING.test(value)) {
      return err(found !== undefined && 'argument' in found.input ? found.input.argument : '')
    }
    text += path.slice(end, index) + encodeURIComponent(value)
    end = index + braces.length
  }
  return ok(text + path.slice(end))
}

function writeQuery(values: readonly Value[]): string {
  const query = new URLSearchParams()
  for (const { input, value } of values.filter(({ input: { in: place } }) => place === 'query')) {
    const name = nameInput(input)
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    if ('list' in input) query.append(name, list.join(','))
    else for (const each of list) query.append(name, String(each))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** A body wherever the binding has members for one, even if the caller gave none. */
function writeBody(
  inputs: readonly HttpInput[],
  values: readonly Value[],
): Uint8Array<ArrayBuffer> | undefined {
  if (!inputs.some((input) => input.in === 'body')) return undefined
  const members = values.filter(({ input }) => input.in === 'body')
  const body = Object.fromEntries(members.map(({ input, value }) => [nameInput(input), value]))
  return new TextEncoder().encode(JSON.stringify(body))
}
