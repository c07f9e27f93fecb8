import { afterAll, expect } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { HTTP_OPERATIONS, OPERATION_NAMES } from '../../../app/contract/operations/mod.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import type { Registry } from '../../../app/contract/registry.ts'
import { parseYaml } from '../../../app/text/source_text/yaml.ts'
import { verifies } from '../../requirements/verifies.ts'
import { copyGoodCorpus } from './bad_input/files.ts'

const CAPABILITIES = `capabilities:
  - { id: guides, title: Guides, description: How to do things., status: reference }
  - { id: export, title: Export, description: Writes data to a file., status: available }
`

const home = await mkdtemp(join(tmpdir(), 'lectern-inherit-'))
afterAll(() => rm(home, { recursive: true, force: true }))
let corpora = 0

verifies('registry.inherited', 'readCorpus() fills in all that a registry leaves out', async () => {
  const text = `service: { name: tea-pot, title: Tea pot }\nlimits:\n${CAPABILITIES}`
  const { service, tools, events, ...rest } = await readShort(text, 'https://docs.acme.example')
  expect(service).toMatchObject({
    name: 'tea-pot',
    title: 'Tea pot',
    description: 'Documentation of Tea pot.',
    organization: { name: 'The Tea pot authors', url: 'https://docs.acme.example/' },
    license: { identifier: 'NOASSERTION' },
  })
  expect(tools).toHaveLength(OPERATION_NAMES.length)
  expect(events.signature.header).toBe('X-Tea-Pot-Signature')
  expect(rest.resources.map(({ uri }) => uri)).toContain('tea-pot://docs/index')
  expect(rest.limits.search_limit_max).toBe(50)
  expect(rest.packages).toBeUndefined()
  expect(JSON.stringify([service, tools, events, rest])).not.toMatch(/lectern|__/i)
})

verifies('registry.inherited', 'readCorpus() replaces single keys and bound entries', async () => {
  const whole = await readShort(`service: { title: Tea }\n${CAPABILITIES}`)
  const part = await readShort(
    [
      'service: { title: Tea, license: { identifier: MIT } }',
      'tools: [{ operation: page, title: Open a page }]',
      'skills: [{ operation: capability, id: one, name: N, description: D, ' +
        'tags: [t], examples: [e] }]',
      'llms: { sections: [{ title: All, kinds: [guide] }] }',
      'limits: { search_limit_max: 20 }',
      'packages: { name: example.acme/tea }',
      CAPABILITIES,
    ].join('\n'),
    'https://docs.acme.example',
  )
  const license = { ...whole.service.license, identifier: 'MIT' }
  expect(part.service.license).toEqual(license)
  const page = whole.tools.find(({ operation }) => operation === 'page')
  const others = whole.tools.filter((tool) => tool !== page)
  expect(part.tools.map((tool) => ({ ...tool }))).toEqual([
    { operation: 'page', name: 'read_page', description: '', ...page, title: 'Open a page' },
    ...others,
  ])
  // A list of five is filled up to five.
  expect(part.skills).toEqual([expect.objectContaining({ id: 'one' }), ...whole.skills.slice(0, 4)])
  expect(part.llms).toEqual({ ...whole.llms, sections: [{ title: 'All', kinds: ['guide'] }] })
  expect(part.limits).toEqual({ ...whole.limits, search_limit_max: 20 })
  expect(part.packages).toMatchObject({ name: 'example.acme/tea', category: 'Productivity' })
})

verifies('registry.inherited', 'readCorpus() takes a whole registry as it is written', async () => {
  const { path: corpusDir } = await copyGoodCorpus(join(home, 'whole'))
  const text = await readFile(join(corpusDir, 'registry.yaml'), 'utf8')
  const read = await readCorpus({ corpusDir, baseUrl: 'http://localhost:8080' })
  const { value } = parseYaml('registry.yaml', text).source
  // As text, because the order of the keys decides the bytes of a build.
  expect(JSON.stringify(read.ok ? read.value.registry : read.error)).toBe(JSON.stringify(value))
})

verifies('registry.inherited', 'readCorpus() allows all operations without a list', async () => {
  const corpus = await copyGoodCorpus(join(home, 'allowed'))
  await corpus.remove('allowlist.yaml')
  const read = await readCorpus({ corpusDir: corpus.path, baseUrl: 'http://localhost:8080' })
  expect(read.ok ? read.value.published : read.error).toEqual([...HTTP_OPERATIONS])
})

async function readShort(text: string, baseUrl = 'http://localhost:8080'): Promise<Registry> {
  corpora += 1
  const { path } = await copyGoodCorpus(join(home, String(corpora)))
  await writeFile(join(path, 'registry.yaml'), text)
  const read = await readCorpus({ corpusDir: path, baseUrl })
  if (read.ok) return read.value.registry
  throw new Error(read.error.map(formatProblem).join('\n'))
}
