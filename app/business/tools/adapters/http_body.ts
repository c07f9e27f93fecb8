import { decodeUtf8, parseJson } from '../../../contract/json_text.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { readCounted } from '../../../foundation/limits/body_limit.ts'

const DEPTH_MAX = 32

/** Reads the JSON of an answer; a refusal says what is wrong with it, never what it holds. */
export async function readJsonAnswer(answer: Response): Promise<Result<unknown, string>> {
  const type = answer.headers.get('content-type') ?? ''
  if (!/^application\/json *(;|$)/i.test(type)) return await discard(answer, 'not_json')
  // The runtime decompresses by itself, and a small compressed body may be a large one.
  const coding = answer.headers.get('content-encoding') ?? 'identity'
  if (coding.toLowerCase() !== 'identity') return await discard(answer, 'encoded')
  const bytes = await readCounted(answer.body, LIMITS.domainBytesMax)
  if (!bytes.ok) return bytes
  const value = parseJson(decodeUtf8(bytes.value) ?? '')
  if (value === undefined) return err('not_json')
  return isPlain(value) ? ok(value) : err('unsafe')
}

/** Drops an answer without reading it, so that its connection is released. */
export async function discard(answer: Response, reason: string): Promise<Result<never, string>> {
  await answer.body?.cancel().catch(() => {})
  return err(reason)
}

/** Shallow enough for code that recurses, and without the member that sets a prototype. */
function isPlain(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= DEPTH_MAX; depth++) {
    const objects = level.filter((each) => typeof each === 'object' && each !== null)
    if (objects.length === 0) return true
    if (objects.some((each) => Object.hasOwn(each, '__proto__'))) return false
    level = objects.flatMap((each) => Object.values(each))
  }
  return false
}
