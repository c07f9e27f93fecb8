import { hmac } from '@oslojs/crypto/hmac'
import { SHA256, sha256 } from '@oslojs/crypto/sha2'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { bytesIn } from '../../foundation/store/columns.ts'
import { type Store, StoreUnavailable } from '../../foundation/store/port.ts'

const utf8 = new TextEncoder()

/** SHA-256 over texts, each prefixed with its length, so different lists never collide. */
export function digestOf(...parts: readonly string[]): Uint8Array {
  return sha256(utf8.encode(frameParts(parts)))
}

function frameParts(parts: readonly string[]): string {
  return parts.map((part) => `${part.length}:${part}`).join('')
}

/** JSON with sorted members, so that equal values have equal texts. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const written = members.map(
    ([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`,
  )
  return `{${written.join(',')}}`
}

/** Digest of arguments for the audit: equal arguments match, and none can be guessed. */
export type ArgumentsDigest = (
  tool: string,
  args: JsonObject,
) => string | undefined | Promise<string | undefined>

const KEY_NAME = 'audit_arguments_key'
const KEY_BYTES = 32

/** Cached digests of short arguments: most calls of a tool have the same ones. */
const CACHE_MAX = 256
const CACHED_CHARACTERS_MAX = 256

/** The key is made once for each store and stays there; it is loaded when first needed. */
export function createArgumentsDigest(
  store: Store,
  randomBytes: (count: number) => Uint8Array,
): ArgumentsDigest {
  let loading: Promise<Uint8Array | undefined> | undefined
  let cachedKey: Uint8Array | undefined
  const cache = new Map<string, string>()
  const digestWith = (key: Uint8Array, tool: string, args: JsonObject): string => {
    const text = frameParts([tool, toCanonicalJson(args)])
    const found = cache.get(text)
    if (found !== undefined) return found
    const digest = hmac(SHA256, key, utf8.encode(text)).toHex()
    if (text.length <= CACHED_CHARACTERS_MAX) {
      if (cache.size >= CACHE_MAX) cache.clear()
      cache.set(text, digest)
    }
    return digest
  }
  return (tool, args) => {
    if (cachedKey !== undefined) return digestWith(cachedKey, tool, args)
    loading ??= loadKey(store, randomBytes(KEY_BYTES)).finally(() => {
      loading = undefined
    })
    return loading.then((key) => {
      // An unavailable store is asked again; until then the audit line carries no digest.
      cachedKey = key
      return key === undefined ? undefined : digestWith(key, tool, args)
    })
  }
}

async function loadKey(store: Store, fresh: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await store.transaction(async (sql) => {
      const insert = 'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING'
      await sql.run(insert, KEY_NAME, fresh)
      const row = await sql.one('SELECT value FROM setting WHERE name = ?', KEY_NAME)
      return bytesIn(row ?? {}, 'value')
    })
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}
