import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import type { ProgramResult } from '../../support/program.ts'
import { copyPackage, createCorpus, packageCorpus, removeFolders, runOver } from './packaging.ts'

let corpus: string
let folder: string

beforeAll(async () => {
  corpus = await createCorpus()
  folder = await packageCorpus(corpus)
})

afterAll(removeFolders)

/** Changes one file in a copy of the package and checks the copy; paths are below the copy. */
async function checkSpoiled(
  path: string,
  change: (text: string) => string,
): Promise<ProgramResult> {
  const copy = await copyPackage(folder)
  const text = await readFile(join(copy, path), 'utf8').catch(() => '')
  const fresh = change(text)
  if (fresh === text) throw new Error(`Cannot spoil "${path}": nothing changed`)
  await mkdir(dirname(join(copy, path)), { recursive: true })
  await writeFile(join(copy, path), fresh)
  const ran = await runOver(corpus, ['package', '--check', copy])
  return { ...ran, err: ran.err.replaceAll(`${copy}/`, '') }
}

verifies('program.package', 'a package that was just written is fresh', async () => {
  const ran = await runOver(corpus, ['package', '--check', folder])
  expect(ran).toMatchObject({ code: 0, err: '' })
  expect(ran.out).toContain('Up to date: 13 files of package 0.1.0 for https://docs.example/mcp')
})

verifies('program.package', 'files of version control in the folder are ignored', async () => {
  const copy = await copyPackage(folder)
  await mkdir(join(copy, '.git'))
  await writeFile(join(copy, '.git/config'), '[core]\n')
  expect(await runOver(corpus, ['package', '--check', copy])).toMatchObject({ code: 0, err: '' })
})

verifies('package.no_credentials', 'a place for a credential in a package is found', async () => {
  const ran = await checkSpoiled('.mcp.json', (text) =>
    text.replace('"type": "http"', '"type": "http",\n      "headers": { "X-Key": "k" }'),
  )
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('.mcp.json:5:7: the key "headers" is unknown')
})

verifies('package.no_credentials', 'a credential in a text of a package is found', async () => {
  const ran = await checkSpoiled('plugin.json', (text) =>
    text.replace('Documentation of', 'Bearer 0123456789abc Documentation of'),
  )
  expect(ran.code).toBe(1)
  expect(ran.err).toMatch(/^plugin\.json:5:19: this looks like a credential/)
})

verifies('package.no_credentials', 'a credential in the text for people is found', async () => {
  const ran = await checkSpoiled('README.md', (text) => `${text}client_secret=hunter2hunter2\n`)
  expect(ran.code).toBe(1)
  expect(ran.err).toMatch(/^README\.md:\d+:1: this looks like a credential/)
})

verifies('package.describes', 'a server that is missing from a package is found', async () => {
  const without = (text: string) => JSON.stringify({ ...JSON.parse(text), remotes: [] })
  const ran = await checkSpoiled('server.json', without)
  expect(ran.err).toMatch(/^server\.json:1:\d+: "remotes" has 0 entries, not 1: add 1/)
  const servers = await checkSpoiled('gemini-extension.json', (text) =>
    text.replace('"httpUrl"', '"url"'),
  )
  expect(servers.err).toContain('gemini-extension.json:7:7: the key "url" is unknown')
})

verifies('package.no_power', 'a tool that was put into a package is found', async () => {
  const ran = await checkSpoiled('server.json', (text) =>
    text.replace('"read_page",', '"read_page",\n        "drop_tables",'),
  )
  expect(ran.code).toBe(1)
  expect(ran.err).toMatch(/server\.json:\d+:9: entry \d+ of "tools" is "drop_tables": write one/)
})

verifies('package.no_power', 'a scope that was put into a package is found', async () => {
  const ran = await checkSpoiled('gemini-extension.json', (text) =>
    text.replace('"name"', '"oauth": { "scopes": ["mcp:business:all"] },\n  "name"'),
  )
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('gemini-extension.json:2:3: the key "oauth" is unknown')
})

verifies('package.describes', 'another address in a package is found', async () => {
  const ran = await checkSpoiled('.vscode/mcp.json', (text) =>
    text.replace('docs.example', 'docs.example.evil.example'),
  )
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('.vscode/mcp.json:5:14: "url" is "https://docs.example.evil')
})

verifies('package.released_together', 'an older version in a package is found', async () => {
  const ran = await checkSpoiled('.claude-plugin/marketplace.json', (text) =>
    text.replace('"version": "0.1.0"', '"version": "0.0.9"'),
  )
  expect(ran.code).toBe(1)
  expect(ran.err).toMatch(/marketplace\.json:7:14: "version" is "0\.0\.9": write .*0\.1\.0/)
})

verifies(
  'package.released_together',
  'a package of an older registry is found, file by file',
  async () => {
    const bumped = await createCorpus(['version: 0.1.0', 'version: 0.2.0'])
    const { code, err } = await runOver(bumped, ['package', '--check', folder])
    expect(code).toBe(1)
    expect(err.match(/: "version" is "0\.1\.0": write .*0\.2\.0/g)?.length).toBe(9)
    expect(err).toContain('README.md:5:11: this does not match the registry: run package again')
  },
)

verifies('package.describes', 'any other manual change is found where it begins', async () => {
  const ran = await checkSpoiled('README.md', (text) => text.replace('# Lectern', '# Lectorn'))
  expect(ran.err).toContain('README.md:1:7: this does not match the registry')
  const cut = await checkSpoiled('mcp.json', (text) => text.slice(0, -2))
  expect(cut.err).toMatch(/^mcp\.json:\d+:\d+: /)
  const tail = await checkSpoiled('README.md', (text) => `${text}More.\n`)
  expect(tail.err).toMatch(/^README\.md:\d+:1: this does not match the registry/)
})

verifies('package.no_power', 'a file that the package does not have is found', async () => {
  const ran = await checkSpoiled('hooks/hooks.json', () => '{}\n')
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('hooks/:1:1: this file is not part of the package: remove it')
  const inside = await checkSpoiled('.vscode/tasks.json', () => '{}\n')
  expect(inside.err).toContain('.vscode/tasks.json:1:1: this file is not part of the package')
})

verifies('program.package', 'a missing file is found, and so is a missing folder', async () => {
  const copy = await copyPackage(folder)
  await rm(join(copy, 'server.json'))
  const ran = await runOver(corpus, ['package', '--check', copy])
  expect(ran.err).toContain('server.json:1:1: the file is missing: run package again')
  const none = await runOver(corpus, ['package', '--check', join(copy, 'nowhere')])
  expect([none.code, none.err.trim().split('\n').at(-1)]).toEqual([1, '13 problems'])
})
