import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import {
  SKILL_BYTES_MAX,
  SKILL_FILE,
  SKILL_FILES_MAX,
  SKILL_NAME_CHARACTERS_MAX,
  SKILL_NAME_PATTERN,
} from '../../contract/skills.ts'
import { at, objectsAt, parseYaml, textAt } from './json.ts'

/** Why a host does not use a file of a skill (SEP-2640, integrity and verification). */
type SkillRefusal = 'unlisted' | 'size' | 'digest' | 'front matter'

/** What a host checks at each read of a file, in its order. */
export function refuseSkillFile(
  entry: unknown,
  uri: string,
  bytes: Uint8Array,
): SkillRefusal | undefined {
  const listed = objectsAt(entry, 'resources').find((file) => file.uri === uri)
  if (listed === undefined) return 'unlisted'
  if (listed.size !== bytes.length) return 'size'
  const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  if (listed.digest !== `sha256:${digest}`) return 'digest'
  if (uri !== textAt(entry, 'uri')) return undefined
  const isSame = Bun.deepEquals(readFrontMatter(bytes), at(entry, 'frontmatter'), true)
  return isSame ? undefined : 'front matter'
}

function readFrontMatter(bytes: Uint8Array): JsonObject | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const block = /^---\n(.*?)\n---[ \t]*(?:\n|$)/s.exec(text)?.[1]
  const value = block === undefined ? undefined : parseYaml(block)
  return isJsonObject(value) ? value : undefined
}

/** What is wrong with the entry of a skill, before any of its files is read. */
export function findEntryFaults(entry: unknown): readonly string[] {
  const uri = textAt(entry, 'uri') ?? ''
  const name = textAt(entry, 'frontmatter', 'name') ?? ''
  const root = uri.slice(0, -SKILL_FILE.length)
  const files = objectsAt(entry, 'resources')
  const uris = files.map((file) => String(file.uri))
  const sizes = files.map(({ size }) => (typeof size === 'number' ? size : Number.NaN))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const isNamed = new RegExp(SKILL_NAME_PATTERN).test(name) && !uri.includes('//', 8)
  const faults: readonly (readonly [isRight: boolean, fault: string])[] = [
    [/^skill:\/\/[A-Za-z0-9.-]+\//.test(uri), 'an address below skill://'],
    [uri.endsWith(`/${name}/${SKILL_FILE}`), 'its name as the last folder of its address'],
    [isNamed && name.length <= SKILL_NAME_CHARACTERS_MAX, 'a name of a skill'],
    [(textAt(entry, 'frontmatter', 'description') ?? '') !== '', 'a description'],
    [uris.includes(uri), 'its own file among its files'],
    [new Set(uris).size === uris.length, 'each file once'],
    [uris.every((each) => each.startsWith(root)), 'files of its own folder alone'],
    [files.every(({ digest }) => /^sha256:[0-9a-f]{64}$/.test(String(digest))), 'digests'],
    [uris.length <= SKILL_FILES_MAX && bytes <= SKILL_BYTES_MAX, 'files within the limits'],
  ]
  return faults.filter(([isRight]) => !isRight).map(([, fault]) => fault)
}
