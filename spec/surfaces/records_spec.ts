import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HTTP_API_PREFIX } from '../../app/contract/operations/mod.ts'
import { verifies } from '../requirements/verifies.ts'
import { removeFolders, writeSampleCorpus } from '../support/building.ts'
import { callProgram } from '../support/command_line.ts'
import { type Running, startRunning } from '../support/running.ts'

const BASE = 'https://docs.example.com'
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const FULL_DATE = /^\d{4}-\d\d-\d\d$/

type Fields = Readonly<Record<string, unknown>>

let running: Running
let pages: readonly Fields[]

beforeAll(async () => {
  running = await startRunning({ env: { BASE_URL: BASE } })
  pages = membersOf(await json('/docs-data/pages.json'), 'pages')
})

afterAll(async () => {
  await running.stop()
  await removeFolders()
})

async function json(path: string, headers: Record<string, string> = {}): Promise<Fields> {
  const answer = await fetch(running.url + path, { headers })
  expect([path, answer.status]).toEqual([path, 200])
  const body: Fields = JSON.parse(await answer.text())
  return body
}

function membersOf(fields: Fields, name: string): readonly Fields[] {
  const members = fields[name]
  expect(members).toBeArray()
  return Array.isArray(members) ? members : []
}

/** Every string in a JSON value. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

verifies('page.id', 'a page id is a letter followed by digits, and no two pages share one', () => {
  const ids = pages.map((page) => String(page.id))
  expect(ids.filter((id) => !/^[a-z]\d+$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(pages.length)
})

verifies('ids.form', 'a page id is "p" and digits', () => {
  expect(pages.filter((page) => !/^p[1-9]\d*$/.test(String(page.id)))).toEqual([])
})

verifies('page.kind', 'the kind is the readable word of the front matter', async () => {
  const index = await readFile(join(running.corpusDir, 'pages/index.md'), 'utf8')
  const kind = /^kind: (\w+)$/m.exec(index)?.[1]
  const front = pages.find((page) => page.url === `${BASE}/`)
  expect(front?.kind).toBe(kind ?? 'absent')
  expect(pages.filter((page) => !/^[a-z][a-z_]{2,}$/.test(String(page.kind)))).toEqual([])
})

verifies(
  ['page.url', 'document.base_url'],
  'addresses are absolute and come from the base address, whatever the Host header says',
  async () => {
    const host = { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' }
    const paths = ['/docs-data/pages.json', '/docs-data/changes.json', `${HTTP_API_PREFIX}/pages`]
    for (const path of paths) {
      const answer = await json(path, host)
      expect(stringsIn(answer).filter((text) => text.includes('evil.example.com'))).toEqual([])
    }
    expect(pages.filter((page) => !String(page.url).startsWith(`${BASE}/`))).toEqual([])
    expect(pages.filter((page) => page.markdown_url !== `${page.url}index.md`)).toEqual([])
  },
)

verifies('page.description', 'a description is one paragraph', () => {
  const wrong = pages.filter(({ description }) => !/^\S[^\n]*\S$/.test(String(description)))
  expect(wrong).toEqual([])
})

verifies(['page.updated', 'open.timestamps'], 'dates are full-dates that exist', async () => {
  const changes = membersOf(await json('/docs-data/changes.json'), 'changes')
  const dates = [...pages.map((page) => page.updated), ...changes.map((change) => change.date)]
  const wrong = dates.map(String).filter((date) => {
    return !FULL_DATE.test(date) || new Date(date).toISOString().slice(0, 10) !== date
  })
  expect(changes.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

verifies(
  ['corpus_status.version', 'corpus_status.generated', 'open.timestamps'],
  'the status record carries the version of the registry and the instant of the build in UTC',
  async () => {
    const status = await json(`${HTTP_API_PREFIX}/status`)
    const registry = await readFile(join(running.corpusDir, 'registry.yaml'), 'utf8')
    expect(status.version).toBe(/^ {2}version: (\S+)$/m.exec(registry)?.[1] ?? 'absent')
    expect(String(status.generated)).toMatch(INSTANT)
    expect(Math.abs(Date.parse(String(status.generated)) - Date.now())).toBeLessThan(3_600_000)
  },
)

verifies('page.record_fields', 'every field of the five public shapes is snake_case', async () => {
  const first = `${HTTP_API_PREFIX}/pages/${pages[0]?.id}`
  const shapes = [
    pages[0] ?? {},
    await json(first),
    membersOf(await json(`${HTTP_API_PREFIX}/capabilities`), 'capabilities')[0] ?? {},
    await json(`${HTTP_API_PREFIX}/status`),
    membersOf(await json('/docs-data/changes.json'), 'changes')[0] ?? {},
  ]
  const names = shapes.flatMap((shape) => Object.keys(shape))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
})

verifies(
  ['ids.stable', 'ids.lock', 'open.ids_that_change'],
  'a page keeps its id through a rewrite, a new title and a move',
  async () => {
    const dist = join(dirname(running.corpusDir), 'moving-dist')
    const corpus = await writeSampleCorpus({ 'index.md': {} })
    const env = { CORPUS_DIR: corpus, DIST_DIR: dist, BASE_URL: BASE }
    await writePage(corpus, 'moved/first.md', 'A page that moves', 'It has words of its own.')
    expect(await callProgram(['build'], env)).toEqual(expect.objectContaining({ code: 0 }))
    const id = await idOf(dist, '/moved/first/')
    await writePage(corpus, 'moved/first.md', 'A page with a new title', 'It has words of its own.')
    expect((await callProgram(['build'], env)).code).toBe(0)
    expect(await idOf(dist, '/moved/first/')).toBe(id)
    await mkdir(join(corpus, 'pages/elsewhere'))
    await rename(join(corpus, 'pages/moved/first.md'), join(corpus, 'pages/elsewhere/second.md'))
    expect((await callProgram(['build'], env)).code).toBe(0)
    expect(await idOf(dist, '/elsewhere/second/')).toBe(id)
    await rm(join(corpus, 'pages/elsewhere/second.md'))
    expect((await callProgram(['build'], env)).code).toBe(0)
    await writePage(corpus, 'fresh.md', 'Another page', 'Nothing here was anywhere before.')
    expect((await callProgram(['build'], env)).code).toBe(0)
    expect(await idOf(dist, '/fresh/')).not.toBe(id)
  },
)

async function writePage(corpus: string, path: string, title: string, body: string): Promise<void> {
  const file = join(corpus, 'pages', path)
  await mkdir(dirname(file), { recursive: true })
  const head = ['description: A page.', 'updated: 2026-11-01', 'kind: guide', 'capability: project']
  await writeFile(file, `---\ntitle: ${title}\n${head.join('\n')}\n---\n\n${body}\n`)
}

async function idOf(dist: string, path: string): Promise<string> {
  const manifest: Fields = JSON.parse(await readFile(join(dist, 'docs-manifest.json'), 'utf8'))
  const page = membersOf(manifest, 'pages').find((each) => each.url === BASE + path)
  expect([path, page?.id]).toEqual([path, expect.any(String)])
  return String(page?.id)
}
