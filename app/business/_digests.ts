import { hmac } from '@oslojs/crypto/hmac'
import { SHA256, sha256 } from '@oslojs/crypto/sha2'
import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { type Store, StoreUnavailable } from '../store/port.ts'
import { bytesOf } from './_columns.ts'

const utf8 = new TextEncoder()

/** SHA-256 over texts, each with its length before it: no two lists of texts look alike. */
export function digestOf(...parts: readonly string[]): Uint8Array {
  return sha256(utf8.encode(framed(parts)))
}

function framed(parts: readonly string[]): string {
  return parts.map((part) => `${part.length}:${part}`).join('')
}

/** JSON with the members of every object in one order, so that equal values have equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const written = members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
  return `{${written.join(',')}}`
}

export function hex(bytes: Uint8Array): string {
  return bytes.toHex()
}

/** Digest of arguments for the audit: equal ones can be recognised, none can be guessed. */
export type ArgumentsDigest = (
  tool: string,
  args: JsonObject,
) => string | undefined | Promise<string | undefined>

const KEY_NAME = 'audit_arguments_key'
const KEY_BYTES = 32

/** Digests that are remembered, of short arguments: most calls of a tool have the same. */
const KNOWN_MAX = 256
const KNOWN_CHARACTERS_MAX = 256

/** The key is made once for each store and stays there; it is read when it is first needed. */
export function createArgumentsDigest(
  store: Store,
  randomBytes: (count: number) => Uint8Array,
): ArgumentsDigest {
  let asking: Promise<Uint8Array | undefined> | undefined
  let kept: Uint8Array | undefined
  const known = new Map<string, string>()
  const digestWith = (key: Uint8Array, tool: string, args: JsonObject): string => {
    const text = framed([tool, canonical(args)])
    const found = known.get(text)
    if (found !== undefined) return found
    const digest = hex(hmac(SHA256, key, utf8.encode(text)))
    if (text.length <= KNOWN_CHARACTERS_MAX) {
      if (known.size >= KNOWN_MAX) known.clear()
      known.set(text, digest)
    }
    return digest
  }
  return (tool, args) => {
    if (kept !== undefined) return digestWith(kept, tool, args)
    asking ??= keyOf(store, randomBytes(KEY_BYTES)).finally(() => {
      asking = undefined
    })
    return asking.then((key) => {
      // A store that is out of order is asked again; until then the line of the audit tells less.
      kept = key
      return key === undefined ? undefined : digestWith(key, tool, args)
    })
  }
}

async function keyOf(store: Store, fresh: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await store.transaction(async (sql) => {
      const insert = 'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING'
      await sql.run(insert, KEY_NAME, fresh)
      const row = await sql.one('SELECT value FROM setting WHERE name = ?', KEY_NAME)
      return bytesOf(row ?? {}, 'value')
    })
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}
