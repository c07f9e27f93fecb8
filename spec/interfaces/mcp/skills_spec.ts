import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import { openPublicDocs, type PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  fileOf,
  jsonOf,
  newFolder,
  removeFolders,
  type SamplePage,
  sha256,
  textOf,
  writePage,
  writeSampleCorpus,
} from '../../support/building.ts'
import { createInProcess } from '../../support/in_process_service.ts'
import { PICTURE, SKILL, writeSkill } from '../../support/skill_corpus.ts'
import { call, MODERN } from './calls.ts'
import { type Endpoint, openEndpoint } from './endpoint.ts'

const HOST = 'docs.example'
const ROOT = `skill://${HOST}/rotate-keys/`
const UNKNOWN = `skill://${HOST}/none/SKILL.md`

const log = createLog('error', () => {}, Date.now)
let distDir: string
let docs: PublicDocs
let endpoint: Endpoint

beforeAll(async () => {
  const corpusDir = await writeSampleCorpus({ 'index.md': { title: 'Front' } })
  await writeSkill(corpusDir, 'rotate-keys')
  await writeFile(join(corpusDir, 'skills', '.hidden'), '')
  distDir = join(await newFolder(), 'dist')
  await buildOrThrow({ corpusDir, distDir })
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  docs = opened.value
  endpoint = openEndpoint(docs, { chatgpt: true })
})
afterAll(async () => {
  docs.close()
  await removeFolders()
})

type Entry = {
  readonly uri: string
  readonly frontmatter: Readonly<Record<string, unknown>>
  readonly resources: readonly {
    readonly uri: string
    readonly digest: string
    readonly size: number
  }[]
}

async function listSkills(): Promise<readonly Entry[]> {
  const { result } = await endpoint.send(call(MODERN, 'skills/list'))
  return result.skills as readonly Entry[]
}

verifies(
  ['skills.over_mcp', 'skills.corpus_folder'],
  'skills/list has the generated skill and those of the corpus, whole, and skills/get the same',
  async () => {
    const skills = await listSkills()
    expect(skills.map(({ uri }) => uri)).toEqual([
      `skill://${HOST}/lectern/SKILL.md`,
      `${ROOT}SKILL.md`,
    ])
    const [, own] = skills
    expect(own?.frontmatter).toEqual({
      name: 'rotate-keys',
      description: 'Rotates the keys of an account, step by step.',
      license: 'MIT',
      metadata: { since: '2026-01-01', level: '2' },
    })
    const files = Object.entries(SKILL).map(([path, content]) => {
      const bytes = Buffer.from(content)
      return { uri: ROOT + path, digest: `sha256:${sha256(bytes)}`, size: bytes.length }
    })
    expect([...(own?.resources ?? [])]).toEqual(files.sort((a, b) => (a.uri < b.uri ? -1 : 1)))
    for (const entry of skills) {
      const { result } = await endpoint.send(call(MODERN, 'skills/get', { uri: entry.uri }))
      expect(result).toMatchObject({ resultType: 'complete', skill: entry, cacheScope: 'public' })
      expect(result).not.toHaveProperty('nextCursor')
    }
  },
)

verifies(
  ['skills.over_mcp', 'open.resources_prompts'],
  'files of skills are read byte for byte, and resources/list shows the four of the contract alone',
  async () => {
    for (const revision of MCP_REVISIONS) {
      const { result } = await endpoint.send(call(revision, 'resources/list'))
      const uris = (result.resources as readonly { uri: string }[]).map(({ uri }) => uri)
      expect([revision, uris.length, uris.join().includes('skill:')]).toEqual([revision, 4, false])
      for (const [path, content] of Object.entries(SKILL)) {
        const read = await endpoint.send(call(revision, 'resources/read', { uri: ROOT + path }))
        const [{ text, blob, mimeType }] = read.result.contents as readonly [
          { text?: string; blob?: string; mimeType: string },
        ]
        const bytes = blob === undefined ? Buffer.from(text ?? '') : Buffer.from(blob, 'base64')
        expect([path, bytes.equals(Buffer.from(content))]).toEqual([path, true])
        expect([path, mimeType]).toEqual([path, TYPES[path] ?? ''])
      }
    }
    const png = await endpoint.send(
      call(MODERN, 'resources/read', { uri: `${ROOT}assets/key.png` }),
    )
    expect(png.text).toContain(Buffer.from(PICTURE).toString('base64'))
  },
)

const TYPES: Readonly<Record<string, string>> = {
  'SKILL.md': 'text/markdown',
  'references/states.md': 'text/markdown',
  'scripts/rotate.py': 'text/plain',
  'assets/key.png': 'image/png',
}

verifies(
  'skills.over_mcp',
  'what is no skill, or no file of one, is -32602; without the capability there is no method',
  async () => {
    const outside = ['../registry.yaml', 'SKILL.md/', 'skill.md', 'references', '%2e%2e/index.json']
    const addresses = [UNKNOWN, ...outside.map((path) => ROOT + path), 'skill://other/x/SKILL.md']
    for (const uri of addresses) {
      for (const method of ['skills/get', 'resources/read']) {
        const { status, error } = await endpoint.send(call(MODERN, method, { uri }))
        expect([method, uri, status, error.code]).toEqual([method, uri, 200, -32602])
      }
    }
    const file = await endpoint.send(call(MODERN, 'skills/get', { uri: `${ROOT}assets/key.png` }))
    expect(file.error.code).toBe(-32602)
    for (const revision of MCP_REVISIONS) {
      const { error } = await endpoint.send(call(revision, 'skills/get', { uri: UNKNOWN }))
      const message = `Cannot get skill "${UNKNOWN}": no such skill`
      expect([revision, error.code, error.message]).toEqual([revision, -32602, message])
    }
    for (const params of [{}, { uri: 5 }]) {
      const { error } = await endpoint.send(call(MODERN, 'skills/get', params))
      expect(error.code).toBe(-32602)
    }
    const folder = await endpoint.send(call(MODERN, 'resources/directory/read', { uri: ROOT }))
    expect([folder.status, folder.error.code]).toEqual([404, -32601])
    const chatgpt = call(MODERN, 'skills/list')
    const other = await endpoint.send(new Request(`${chatgpt.url}/chatgpt`, chatgpt))
    expect([other.status, other.error.code]).toEqual([404, -32601])
  },
)

verifies(
  ['skills.over_mcp', 'discovery.agent_skills'],
  'the same bytes and digests are below /.well-known/agent-skills/, where nothing of them runs',
  async () => {
    const service = createInProcess(docs, log)
    const index = await jsonOf<{ skills: readonly { url: string; digest: string }[] }>(
      distDir,
      '.well-known/agent-skills/index.json',
    )
    const skills = await listSkills()
    const digests = skills.map(({ uri, resources }) => {
      return resources.find((file) => file.uri === uri)?.digest
    })
    expect(digests).toEqual(index.skills.map(({ digest }) => digest))
    for (const path of Object.keys(SKILL)) {
      const file = `.well-known/agent-skills/rotate-keys/${path}`
      const answer = await service.handle(new Request(`${BASE_URL}/${file}`))
      const bytes = await answer.bytes()
      expect([file, answer.status, sha256(bytes)]).toEqual([
        file,
        200,
        sha256(await fileOf(distDir, file)),
      ])
      const [type] = (answer.headers.get('content-type') ?? '').split(';')
      expect([file, type]).toEqual([file, TYPES[path]])
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox/)
    }
  },
)

const OWN = '.well-known/agent-skills/lectern/SKILL.md'

verifies(
  'skills.approval_lasts',
  'another version, pages, day and sister sites change no byte of the generated skill',
  async () => {
    const before = await textOf(distDir, OWN)
    const pages: Readonly<Record<string, SamplePage>> = { 'index.md': {}, 'more/page.md': {} }
    const corpusDir = await writeSampleCorpus(pages)
    const path = join(corpusDir, 'registry.yaml')
    const registry = (await readFile(path, 'utf8')).replace('version: 0.1.0', 'version: 9.8.7')
    const sisters = `sisters:\n  - { label: old, address: 'https://old.example', version: 1.0.0 }\n`
    await writeFile(path, registry + sisters)
    await writePage(corpusDir, 'another.md', {})
    const later = join(await newFolder(), 'dist')
    await buildOrThrow({ corpusDir, distDir: later, sourceDateEpoch: 4_000_000_000 })
    const stored = await jsonOf<{
      registry: { service: { version: string; instructions: string } }
    }>(later, 'private/service.json')
    // What models are told does change, or the comparison would prove nothing.
    expect(stored.registry.service.version).toBe('9.8.7')
    expect(stored.registry.service.instructions).toContain('https://old.example')
    expect(await textOf(later, OWN)).toBe(before)
    expect(before).not.toMatch(/\d{4}-\d\d-\d\d|\b\d+\.\d+\.\d+\b|\b\d+ (?:pages|tools)\b/)
  },
)
