import { bareMediaType } from '../../contract/http_headers.ts'
import { type JsonObject, quoteInput } from '../../contract/json_rpc.ts'
import { SKILLS_FOLDER } from '../../contract/mcp_discovery.ts'
import { mediaTypeOfName } from '../../contract/media_types.ts'
import { memoize } from '../../contract/memo.ts'
import { ok, type Result } from '../../contract/result.ts'
import { SKILL_FILE, type Skill, skillUri } from '../../contract/skills.ts'
import type { Snapshot, StoredFile } from '../../docs/public_docs/mod.ts'
import { type McpRefusal, refuseParams } from './_refusal.ts'

/** Every file of every skill by its address: no other address is ever looked up. */
const listFiles = memoize((snapshot: Snapshot): ReadonlyMap<string, StoredFile> => {
  const files = snapshot.skills.flatMap(({ name, files: paths }) =>
    paths.flatMap((path) => {
      const file = snapshot.file(`${SKILLS_FOLDER}${name}/${path}`)
      return file === undefined ? [] : [[skillUri(snapshot.baseUrl, name, path), file] as const]
    }),
  )
  return new Map(files)
})

const listEntries = memoize((snapshot: Snapshot): ReadonlyMap<string, JsonObject> => {
  return new Map(
    snapshot.skills.map((skill) => {
      const uri = skillUri(snapshot.baseUrl, skill.name, SKILL_FILE)
      return [uri, describeSkill(uri, skill, snapshot)]
    }),
  )
})

/** `skills/list`: a whole manifest of each skill, with the digest and size of every file. */
export function listSkills(snapshot: Snapshot): JsonObject {
  return { skills: [...listEntries(snapshot).values()] }
}

/** `skills/get`: the same entry by the address of its `SKILL.md`. */
export function getSkill(params: JsonObject, snapshot: Snapshot): Result<JsonObject, McpRefusal> {
  const { uri } = params
  if (typeof uri !== 'string') return refuseParams('Cannot get skill: "uri" is not a string')
  const skill = listEntries(snapshot).get(uri)
  if (skill === undefined)
    return refuseParams(`Cannot get skill "${quoteInput(uri)}": no such skill`)
  return ok({ skill })
}

function describeSkill(
  uri: string,
  { name, front_matter, files }: Skill,
  by: Snapshot,
): JsonObject {
  const stored = listFiles(by)
  const resources = files.flatMap((path) => {
    const address = skillUri(by.baseUrl, name, path)
    const file = stored.get(address)
    if (file === undefined) return []
    return [{ uri: address, digest: `sha256:${file.sha256}`, size: file.bytes }]
  })
  return { uri, frontmatter: front_matter, resources }
}

/** A file of a skill as the content of a resource; absent for any other address. */
export async function readSkillFile(
  uri: string,
  snapshot: Snapshot,
): Promise<JsonObject | undefined> {
  const file = listFiles(snapshot).get(uri)
  if (file === undefined) return undefined
  const read = await file.read()
  if (!read.ok) throw new Error(`Cannot read "${file.path}": ${read.error.message}`)
  const text = decodeWhole(read.value)
  const type = bareMediaType(mediaTypeOfName(file.path))
  return {
    uri,
    mimeType: type,
    ...(text === undefined ? { blob: read.value.toBase64() } : { text }),
  }
}

/** The text that has exactly these bytes in UTF-8, if there is one. */
function decodeWhole(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
