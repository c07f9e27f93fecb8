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
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Digest of arguments for the audit: equal ones can be recognised, none can be guessed. */
export type ArgumentsDigest = (tool: string, args: JsonObject) => Promise<string | undefined>

const KEY_NAME = 'audit_arguments_key'
const KEY_BYTES = 32

/** The key is made once for each store and stays there; it is read when it is first needed. */
export function createArgumentsDigest(
  store: Store,
  randomBytes: (count: number) => Uint8Array,
): ArgumentsDigest {
  let kept: Uint8Array | undefined
  return async (tool, args) => {
    // A store that is out of order is asked again; until then the line of the audit tells less.
    kept ??= await keyOf(store, randomBytes(KEY_BYTES))
    if (kept === undefined) return undefined
    return hex(hmac(SHA256, kept, utf8.encode(framed([tool, canonical(args)]))))
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
