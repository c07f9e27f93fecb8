import { afterAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from '../../../app/build/corpus_build/build.ts'
import { check } from '../../../app/build/corpus_build/check.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { newFolder, removeFolders, writeSampleCorpus } from '../../support/building.ts'
import { callProgram } from '../../support/command_line.ts'

afterAll(removeFolders)

const PUBLIC = 'https://docs.example.com'
const SERVED = [
  '.well-known/agent-card.json',
  'developers/openapi.yaml',
  'developers/asyncapi.yaml',
]

/** A corpus whose registry names these two addresses of its publisher. */
async function corpusBy(url: string | undefined): Promise<string> {
  const corpusDir = await writeSampleCorpus({ 'index.md': { title: 'First' } })
  const path = join(corpusDir, 'registry.yaml')
  const text = await readFile(path, 'utf8')
  const line = url === undefined ? '' : `\n    url: ${url}`
  const named = text.replace(/^( {2}(?:organization|contact):\n {4}name: .*)$/gm, `$1${line}`)
  await writeFile(path, named)
  return corpusDir
}

/** What a build at an address says about its publisher, in the card and in the descriptions. */
async function publishedBy(corpusDir: string, baseUrl: string): Promise<readonly string[]> {
  const distDir = await newFolder()
  const built = await build({ corpusDir, distDir, baseUrl, lock: 'keep', nowMs: 0 })
  if (!built.ok) throw new Error(JSON.stringify(built.error))
  const folder = join(distDir, 'builds', built.value.build)
  const texts = await Promise.all(SERVED.map((path) => readFile(join(folder, path), 'utf8')))
  return texts.map((text) => {
    const own = /"?(?:provider|contact)"?:\s*\{?[^}]*?"?url"?:\s*"?([^"\s,]+)/.exec(text)
    return own?.[1] ?? 'none'
  })
}

function warningsOf(found: Awaited<ReturnType<typeof check>>): readonly string[] {
  if (!found.ok) throw new Error(JSON.stringify(found.error))
  return found.value.warnings.map(({ what }) => what)
}

verifiesLong(
  'build.publisher_address',
  'the provider of the card and the contact follow BASE_URL where the registry has no public one',
  async () => {
    for (const baseUrl of [PUBLIC, 'http://localhost:9123']) {
      for (const url of [undefined, 'http://localhost:8080/', 'http://127.0.0.1/']) {
        const corpusDir = await corpusBy(url)
        expect(await publishedBy(corpusDir, baseUrl)).toEqual(SERVED.map(() => `${baseUrl}/`))
      }
    }
    const own = 'https://example.org/about'
    expect(await publishedBy(await corpusBy(own), PUBLIC)).toEqual(SERVED.map(() => own))
  },
)

verifies(
  'build.publisher_address',
  'a loopback address under https is a warning of check and a refusal of a production build',
  async () => {
    const corpusDir = await corpusBy('http://localhost:8080/')
    const what = 'the address "http://localhost:8080/" can be reached from this machine only'
    const found = await check({ corpusDir, baseUrl: PUBLIC })
    expect(warningsOf(found).filter((each) => each === what)).toEqual([what, what])
    const local = await check({ corpusDir, baseUrl: 'http://localhost:8080' })
    expect(warningsOf(local)).not.toContain(what)
    const env = { CORPUS_DIR: corpusDir, DIST_DIR: await newFolder(), BASE_URL: PUBLIC }
    expect((await callProgram(['build'], env)).code).toBe(0)
    const refused = await callProgram(['build'], { ...env, NODE_ENV: 'production' })
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain(what)
  },
)
