import { afterAll, expect } from 'bun:test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Ajv from 'ajv'
import { parse } from 'yaml'
import { writeEditorSchemas } from '../../../app/build/corpus_build/read/editor_schemas.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { runProgram } from '../../support/program.ts'
import { CORPUS } from '../../support/repository.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-schemas-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const SCHEMAS = new Map(writeEditorSchemas().map(({ name, text }) => [name, JSON.parse(text)]))

/** What an editor that reads a schema has against a file. */
function findFaults(name: string, value: unknown): readonly string[] {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(SCHEMAS.get(name))
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

async function listFiles(ending: string, folder = CORPUS): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name))
}

const readFrontMatter = (text: string): unknown =>
  parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '{}')

verifiesLong('cli.schemas', 'the schemas accept every file of our own corpus', async () => {
  const registry = parse(await readFile(join(CORPUS, 'registry.yaml'), 'utf8'))
  expect(findFaults('registry.json', registry)).toEqual([])
  const folders = await listFiles('_folder.yaml')
  const pages = await listFiles('.md', join(CORPUS, 'pages'))
  expect([folders.length > 3, pages.length > 100]).toEqual([true, true])
  for (const path of folders) {
    const faults = findFaults('folder.json', parse(await readFile(path, 'utf8')))
    expect([path, faults]).toEqual([path, []])
  }
  for (const path of pages) {
    const faults = findFaults('front_matter.json', readFrontMatter(await readFile(path, 'utf8')))
    expect([path, faults]).toEqual([path, []])
  }
})

verifies('cli.schemas', 'a registry may leave out what it inherits, and nothing else', () => {
  expect(findFaults('registry.json', {})).toEqual([])
  const tool = {
    tools: [{ operation: 'search', title: 'Find' }],
    theme: { fonts: { body: 'inter' } },
  }
  expect(findFaults('registry.json', tool)).toEqual([])
  const wrong = {
    service: { titel: 'Tea' },
    capabilities: [{ id: 'tea', title: 'Tea', status: 'reference' }],
    theme: { banner: { until: 'soon' } },
  }
  expect(findFaults('registry.json', wrong)).toEqual([
    '/service must NOT have additional properties',
    "/capabilities/0 must have required property 'description'",
    "/theme/banner must have required property 'text'",
    expect.stringMatching(/^\/theme\/banner\/until must match pattern/),
  ])
  expect(findFaults('folder.json', { order: [{ title: 'Run' }] })).not.toEqual([])
  expect(findFaults('front_matter.json', { titel: 'Tea', layout: 'wide' })).not.toEqual([])
})

verifies('cli.schemas', 'init and schemas write them, and YAML files name them', async () => {
  const folder = join(home, 'new')
  expect((await runProgram(['init', folder, '--yes', '--name', 'Tea'])).code).toBe(0)
  const read = async (path: string) => await readFile(join(folder, 'corpus', path), 'utf8')
  for (const [yaml, schema] of [
    ['registry.yaml', '.schemas/registry.json'],
    ['pages/write/_folder.yaml', '../../.schemas/folder.json'],
  ] as const) {
    const text = await read(yaml)
    expect(text.split('\n')[0]).toBe(`# yaml-language-server: $schema=${schema}`)
    const name = schema.slice(schema.lastIndexOf('/') + 1)
    expect(JSON.parse(await read(join(yaml, '..', schema)))).toEqual(SCHEMAS.get(name))
    expect(findFaults(name, parse(text))).toEqual([])
  }
  await rm(join(folder, 'corpus', '.schemas'), { recursive: true })
  const { code, out } = await runProgram(['schemas', folder])
  expect([code, out.split('\n').length]).toEqual([0, SCHEMAS.size + 1])
  expect((await readdir(join(folder, 'corpus', '.schemas'))).sort()).toEqual(
    [...SCHEMAS.keys()].sort(),
  )
})
