import { expect } from 'bun:test'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPublicDocs } from '../../../../app/docs/public_docs/mod.ts'
import { type ImportReport, importDocs } from '../../../../app/import/corpus/mod.ts'
import { post as postA2a } from '../../../interfaces/a2a/calls.ts'
import { call as callMcp, OLDER } from '../../../interfaces/mcp/calls.ts'
import { verifies, verifiesLong } from '../../../requirements/verifies.ts'
import { BASE_URL, buildOrThrow } from '../../../support/building.ts'
import { createInProcess } from '../../../support/in_process_service.ts'
import { createFolders, createHome, NOW_MS } from '../importing.ts'
import { DOCUSAURUS_VARIANTS, MINTLIFY_VARIANTS } from './sites.ts'

const home = await createHome()

const [DOCUSAURUS] = await createFolders(join(home, 'docusaurus'), DOCUSAURUS_VARIANTS)
const [MINTLIFY] = await createFolders(join(home, 'mintlify'), MINTLIFY_VARIANTS)

type VariantImport = {
  readonly report: ImportReport
  readonly corpusDir: string
  /** Words that say of which version and language a text is. */
  readonly found: readonly string[]
}

async function importVariant(
  from: string,
  wishes: { readonly version?: string; readonly language?: string } = {},
): Promise<VariantImport> {
  const corpusDir = await mkdtemp(join(home, 'corpus-'))
  const imported = await importDocs({ from, to: corpusDir, nowMs: NOW_MS, ...wishes })
  if (!imported.ok) throw new Error(JSON.stringify(imported.error))
  const names = await readdir(corpusDir, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map(async (entry) => await readFile(join(entry.parentPath, entry.name), 'utf8')),
  )
  const words = texts.join('\n').match(/kettle\d(?:en|fr)/g) ?? []
  return { report: imported.value, corpusDir, found: [...new Set(words)].sort() }
}

const notesOf = ({ report }: VariantImport) => report.notes.map(({ what }) => what)

verifies(
  'import.generators',
  'importDocs() takes the newest released version of Docusaurus in its language, and lists others',
  async () => {
    const newest = await importVariant(DOCUSAURUS)
    expect(newest.found).toEqual(['kettle3en'])
    expect(notesOf(newest)).toContain('the version "3.0" is imported, and 2.0, current left out')
    expect(notesOf(newest)).toContain('the language "en" is imported, and fr left out')
    const other = await importVariant(DOCUSAURUS, { version: '2.0', language: 'fr' })
    expect(other.found).toEqual(['kettle2fr'])
    expect(notesOf(other)).toContain('the version "2.0" is imported, and 3.0, current left out')
    expect(notesOf(other)).toContain('the language "fr" is imported, and en left out')
    const next = await importVariant(DOCUSAURUS, { version: 'current' })
    expect(next.found).toEqual(['kettle4en'])
  },
)

verifies(
  'import.generators',
  'importDocs() takes one version and one language of a navigation of Mintlify',
  async () => {
    const newest = await importVariant(MINTLIFY)
    expect(newest.found).toEqual(['kettle3en'])
    expect(notesOf(newest)).toContain('the version "3.0" is imported, and 2.0, 1.0 left out')
    expect(notesOf(newest)).toContain('the language "en" is imported, and fr left out')
    const other = await importVariant(MINTLIFY, { version: '1.0', language: 'fr' })
    expect(other.found).toEqual(['kettle1fr'])
    expect(notesOf(other)).toContain('the version "1.0" is imported, and 3.0, 2.0 left out')
  },
)

/** How a page, its twin, the API, MCP and the agent answer for an old address. */
async function followEverywhere(corpusDir: string, old: string): Promise<readonly string[]> {
  const distDir = await mkdtemp(join(home, 'dist-'))
  await buildOrThrow({ corpusDir, distDir })
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const docs = await openPublicDocs({ distDir, log })
  if (!docs.ok) throw new Error('Cannot open the build')
  const { handle } = createInProcess(docs.value, log)
  const leads = async (path: string) => {
    const answer = await handle(new Request(`${BASE_URL}${path}`))
    return `${answer.status} ${answer.headers.get('location')?.replace(BASE_URL, '') ?? ''}`
  }
  const ask = async (request: Request) => {
    const answer = await handle(request)
    const text = await answer.text()
    return /Pour water of kettle3en slowly/.test(text) ? 'the page' : text
  }
  const query = encodeURIComponent(`${BASE_URL}${old}`)
  const found = await handle(new Request(`http://localhost/api/public/docs/search?q=${query}`))
  const [, url = ''] = /"url":"([^"]+)"/.exec(await found.text()) ?? []
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: `Please read ${old}` }] }
  const sent = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
  const answers = [
    await leads(old),
    await leads(`${old}/index.md`),
    url.replace(BASE_URL, ''),
    await ask(callMcp(OLDER[0], 'tools/call', { name: 'read_page', arguments: { id: old } })),
    await ask(postA2a(JSON.stringify(sent))),
  ]
  docs.value.close()
  return answers
}

verifiesLong(
  'import.redirects',
  'old addresses of Docusaurus and Mintlify lead to the page on every interface',
  async () => {
    const docusaurus = await importVariant(DOCUSAURUS)
    const at = '/manual/guide/pour/'
    expect(await followEverywhere(docusaurus.corpusDir, '/manual/old/pouring')).toEqual([
      `308 ${at}`,
      `308 ${at}index.md`,
      at,
      'the page',
      'the page',
    ])
    const mintlify = await importVariant(MINTLIFY)
    const answers = await followEverywhere(mintlify.corpusDir, '/latest/guide/pour')
    expect(answers[0]).toMatch(/^308 \/.*guide\/pour\/$/)
    expect(answers[1]).toBe(`${answers[0]}index.md`)
    expect(answers.slice(2)).toEqual([`${answers[0]}`.slice(4), 'the page', 'the page'])
  },
)

function ignore(): void {}
