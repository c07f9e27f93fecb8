import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { refuseSkillFile } from '../../../app/checks/verifier/skill_files.ts'
import { isJsonObject, type JsonObject } from '../../../app/contract/json_rpc.ts'
import { createRandom } from '../../../app/contract/text_hash.ts'
import { openPublicDocs, type PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { call, MODERN } from '../../interfaces/mcp/calls.ts'
import { type Endpoint, openEndpoint } from '../../interfaces/mcp/endpoint.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  buildOrThrow,
  newFolder,
  removeFolders,
  sha256,
  writeSampleCorpus,
} from '../../support/building.ts'
import { writeSkill } from '../../support/skill_corpus.ts'

const MUTATIONS = 1000

type File = { readonly uri: string; readonly bytes: Uint8Array }
type Skill = { readonly entry: JsonObject; readonly files: readonly File[] }

let docs: PublicDocs
let endpoint: Endpoint
let skills: readonly Skill[]

beforeAll(async () => {
  const corpusDir = await writeSampleCorpus({ 'index.md': { title: 'Front' } })
  await writeSkill(corpusDir, 'rotate-keys')
  const distDir = join(await newFolder(), 'dist')
  await buildOrThrow({ corpusDir, distDir })
  const log = createLog('error', () => {}, Date.now)
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  docs = opened.value
  endpoint = openEndpoint(docs)
  skills = await readSkills()
})
afterAll(async () => {
  docs.close()
  await removeFolders()
})

/** Every skill with the bytes of its files, as a client gets both. */
async function readSkills(): Promise<readonly Skill[]> {
  const { result } = await endpoint.send(call(MODERN, 'skills/list'))
  const entries = Array.isArray(result.skills) ? result.skills.filter(isJsonObject) : []
  return await Promise.all(
    entries.map(async (entry) => {
      const listed = Array.isArray(entry.resources) ? entry.resources.filter(isJsonObject) : []
      const files = listed.map(async ({ uri }) => {
        const read = await endpoint.send(call(MODERN, 'resources/read', { uri }))
        const [content] = read.result.contents as readonly { text?: string; blob?: string }[]
        const bytes = Buffer.from(
          content?.blob ?? content?.text ?? '',
          content?.blob ? 'base64' : 'utf8',
        )
        return { uri: String(uri), bytes: new Uint8Array(bytes) }
      })
      return { entry, files: await Promise.all(files) }
    }),
  )
}

type Chance = (most: number) => number

/** What may happen to a file on its way; each changes it, or what is said of it. */
const KINDS: readonly ((
  file: File,
  skill: Skill,
  chance: Chance,
) => readonly [JsonObject, File])[] = [
  // One bit.
  ({ uri, bytes }, { entry }, chance) => {
    const changed = Uint8Array.from(bytes)
    const at = chance(bytes.length)
    changed[at] = (changed[at] ?? 0) ^ (1 << chance(8))
    return [entry, { uri, bytes: changed }]
  },
  // One more byte.
  ({ uri, bytes }, { entry }, chance) => {
    const at = chance(bytes.length + 1)
    return [
      entry,
      { uri, bytes: Uint8Array.of(...bytes.slice(0, at), chance(256), ...bytes.slice(at)) },
    ]
  },
  // An end that is missing.
  ({ uri, bytes }, { entry }, chance) => [
    entry,
    { uri, bytes: bytes.slice(0, chance(bytes.length)) },
  ],
  // The same length with other content.
  ({ uri, bytes }, { entry }) => [entry, { uri, bytes: bytes.map((byte) => byte ^ 0xff) }],
  // A file that nobody listed.
  ({ uri, bytes }, { entry }, chance) => [entry, { uri: `${uri}.${chance(1000)}`, bytes }],
  // Another digest, or size, of the same bytes.
  (file, { entry }, chance) => [
    changeListed(entry, file.uri, ({ digest, size }) => {
      return chance(2) === 0 ? { digest: 'sha256:'.padEnd(71, '0'), size } : { digest, size: -1 }
    }),
    file,
  ],
  // Front matter that says something else, under digests that fit.
  (_, { entry, files }, chance) => {
    const [own] = files.filter(({ uri }) => uri === entry.uri)
    const text = new TextDecoder().decode(own?.bytes)
    const lie = `description: "Mutation ${chance(1_000_000)}"\n`
    const bytes = new TextEncoder().encode(text.replace(/description: .*\n/, () => lie))
    const fact = { digest: `sha256:${sha256(bytes)}`, size: bytes.length }
    return [changeListed(entry, String(entry.uri), () => fact), { uri: String(entry.uri), bytes }]
  },
]

type Fact = { readonly digest: unknown; readonly size: unknown }

function changeListed(entry: JsonObject, uri: string, change: (fact: Fact) => Fact): JsonObject {
  const listed = Array.isArray(entry.resources) ? entry.resources.filter(isJsonObject) : []
  const resources = listed.map((file) => {
    return file.uri === uri
      ? { ...file, ...change({ digest: file.digest, size: file.size }) }
      : file
  })
  return { ...entry, resources }
}

verifies(
  'skills.verified',
  'a host that verifies takes every file as served, and none of a thousand mutations of each skill',
  () => {
    expect(skills.length).toBe(2)
    for (const [seed, skill] of skills.entries()) {
      for (const { uri, bytes } of skill.files) {
        expect([uri, refuseSkillFile(skill.entry, uri, bytes)]).toEqual([uri, undefined])
      }
      const random = createRandom(seed + 1)
      const chance: Chance = (most) => Math.floor(random() * most)
      const reasons = new Map<string, number>()
      for (let count = 0; count < MUTATIONS; count += 1) {
        const file = skill.files[chance(skill.files.length)]
        const kind = KINDS[count % KINDS.length]
        if (file === undefined || kind === undefined) throw new Error('Cannot mutate: no file')
        const [entry, changed] = kind(file, skill, chance)
        const refusal = refuseSkillFile(entry, changed.uri, changed.bytes) ?? 'taken'
        reasons.set(refusal, (reasons.get(refusal) ?? 0) + 1)
      }
      expect([...reasons.keys()].sort()).toEqual(['digest', 'front matter', 'size', 'unlisted'])
      console.log(`${String(skill.entry.uri)}: ${JSON.stringify(Object.fromEntries(reasons))}`)
    }
  },
)
