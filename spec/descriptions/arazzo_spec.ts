import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from '../../app/contract/registry.ts'
import { COUNTS } from '../../app/contract/registry_words.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import {
  buildOrThrow,
  expectProblems,
  filesOf,
  findChangedFiles,
  manifestOf,
  newFolder,
  removeFolders,
  textOf,
  writeSampleCorpus,
} from '../support/building.ts'
import { writeExcerpt } from '../support/excerpt.ts'
import { KEPT_EPOCH, placeExcerptBuild } from '../support/kept_builds.ts'
import { treeFiles } from '../support/tree_files.ts'
import { isFixture } from '../tidy/tree.ts'
import { readArazzo } from './arazzo_document.ts'
import { findArazzoFaults } from './arazzo_faults.ts'
import { lint } from './redocly.ts'

const FILE = 'developers/workflows.arazzo.yaml'
let corpusDir: string
let distDir: string
let arazzo: string
let openapi: string
let registry: Registry

beforeAll(async () => {
  corpusDir = await writeExcerpt()
  distDir = join(await newFolder(), 'dist')
  await placeExcerptBuild(distDir)
  arazzo = await textOf(distDir, FILE)
  openapi = await textOf(distDir, 'developers/openapi.yaml')
  const text = await readFile(join(corpusDir, 'registry.yaml'), 'utf8')
  registry = Bun.YAML.parse(text) as unknown as Registry
})

afterAll(removeFolders)

verifies(
  ['static.arazzo', 'version.arazzo', 'descriptions.version', 'descriptions.workflows'],
  'three ordered workflows over one relative source, with the version of the product',
  () => {
    const document = readArazzo(arazzo)
    expect(document.arazzo).toBe('1.1.0')
    expect(document.info.version).toBe(registry.service.version)
    const { info } = Bun.YAML.parse(openapi) as { info: { version: string } }
    expect(info.version).toBe(registry.service.version)
    expect(document.sourceDescriptions).toEqual([
      { name: 'publicDocs', url: './openapi.yaml', type: 'openapi' },
    ])
    expect(document.workflows).toHaveLength(COUNTS.workflows)
    expect(document.workflows.map(({ workflowId, steps }) => [workflowId, steps.length])).toEqual(
      registry.workflows.map(({ id, steps }) => [id, steps.length]),
    )
    const ids = new Map(registry.operations.map(({ operation, id }) => [operation, id]))
    expect(
      document.workflows.flatMap(({ steps }) => steps.map((step) => step.operationId)),
    ).toEqual(
      registry.workflows.flatMap(({ steps }) =>
        steps.map(({ operation }) => ids.get(operation) ?? ''),
      ),
    )
  },
)

verifies('arazzo.follows', 'criteria come from the registry, as simple conditions', () => {
  const steps = readArazzo(arazzo).workflows.flatMap((workflow) => workflow.steps)
  const conditions = steps.map((step) => step.successCriteria.map(({ condition }) => condition))
  const body = '$response.body#'
  expect(conditions).toEqual(
    registry.workflows.flatMap((workflow) =>
      workflow.steps.map(({ present = [], equal = [] }) => [
        '$statusCode == 200',
        ...present.map((at) => `${body}${at} != null`),
        ...equal.map(({ at, to }) => `${body}${at} == ${to}`),
      ]),
    ),
  )
  expect(conditions.flat().filter((condition) => condition.includes('.outputs.'))).toHaveLength(3)
})

verifies('arazzo.checked', 'a rate-limited step is retried after a wait', () => {
  const { workflows, components } = readArazzo(arazzo)
  const actions = workflows.flatMap(({ steps }) => steps.flatMap((step) => step.onFailure))
  const [name] = Object.keys(components.failureActions)
  expect(new Set(actions.map(({ reference }) => reference))).toEqual(
    new Set([`$components.failureActions.${name}`]),
  )
  expect(Object.values(components.failureActions)).toEqual([
    expect.objectContaining({ type: 'retry', criteria: [{ condition: '$statusCode == 429' }] }),
  ])
})

verifies('arazzo.checked', 'Redocly finds nothing under its strictest rules', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'openapi.yaml'), openapi)
  await writeFile(join(folder, 'workflows.arazzo.yaml'), arazzo)
  expect(await lint(join(folder, 'workflows.arazzo.yaml'), 'published')).toEqual([])
})

verifies('arazzo.checked', 'every step fits the OpenAPI description', () => {
  expect(findArazzoFaults(arazzo, openapi)).toEqual([])
})

/** Faults of the description after a replacement. */
function faultsAfter(from: string | RegExp, to: string): readonly string[] {
  const wrong = arazzo.replace(from, to)
  expect(wrong).not.toBe(arazzo)
  return findArazzoFaults(wrong, openapi)
}

function lineOf(text: string): number {
  return arazzo.slice(0, arazzo.indexOf(text)).split('\n').length
}

verifies('arazzo.checked', 'a wrong operationId is reported with its place', () => {
  const line = lineOf('operationId: searchDocs')
  expect(faultsAfter('operationId: searchDocs', 'operationId: searchDoc')).toEqual([
    `workflows.arazzo.yaml:${line}:22: no operation searchDoc`,
  ])
})

verifies('arazzo.checked', 'a wrong parameter, place, value and version are told', () => {
  const line = lineOf('- name: q')
  expect(faultsAfter('- name: q\n', '- name: query\n')).toEqual([
    `workflows.arazzo.yaml:${line}:13: no parameter query in query`,
  ])
  expect(faultsAfter('in: path', 'in: query')[0]).toEndWith(': no parameter id in query')
  expect(faultsAfter('$inputs.query', '$inputs.words')[0]).toEndWith(
    ': no source for $inputs.words',
  )
  expect(faultsAfter('url: $steps.read.outputs.url', 'url: $steps.read.outputs.uri')[0]).toEndWith(
    ': no source for $steps.read.outputs.uri',
  )
  expect(faultsAfter(/version: \S+/, 'version: 9.9.9')[0]).toEndWith(
    ': version differs from OpenAPI',
  )
})

verifiesLong('arazzo.checked', 'Redocly lets a wrong operationId pass', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'openapi.yaml'), openapi)
  const wrong = arazzo.replace('operationId: searchDocs', 'operationId: searchDoc')
  await writeFile(join(folder, 'workflows.arazzo.yaml'), wrong)
  expect(await lint(join(folder, 'workflows.arazzo.yaml'), 'published')).toEqual([])
})

/** The limits that steps send and the default query, for one corpus. */
async function stepsOver(choices: Parameters<typeof buildOrThrow>[0]) {
  await buildOrThrow({ ...choices, sourceDateEpoch: KEPT_EPOCH })
  const { workflows } = readArazzo(await textOf(choices.distDir, FILE))
  const parameters = workflows.flatMap(({ steps }) =>
    steps.flatMap((step) => step.parameters ?? []),
  )
  const inputs = workflows.flatMap((each) => Object.entries(each.inputs?.properties ?? {}))
  return {
    limits: parameters.filter(({ name }) => name === 'limit').map(({ value }) => value),
    query: inputs.find(([name]) => name === 'query')?.[1].default,
  }
}

verifiesLong(['arazzo.runs', 'openapi.limits'], 'a step respects the limits in force', async () => {
  const dist = async () => join(await newFolder(), 'dist')
  const lower = { searchLimitMax: 3 }
  expect((await stepsOver({ corpusDir, distDir: await dist(), limits: lower })).limits).toEqual([
    100, 3, 1,
  ])
  const wide = await writeExcerpt()
  const path = join(wide, 'registry.yaml')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace("{ name: limit, value: '5' }", "{ name: limit, value: '80' }"))
  const higher = { searchLimitMax: 90 }
  expect(
    (await stepsOver({ corpusDir: wide, distDir: await dist(), limits: higher })).limits,
  ).toEqual([100, 80, 1])
  expect(await expectProblems({ corpusDir: wide, distDir: await dist() })).toEqual([
    expect.objectContaining({ fix: 'write a whole number from 1 to 50' }),
  ])
})

verifiesLong('arazzo.runs', 'a query finds something, whatever the titles are', async () => {
  const queryOver = async (titles: readonly string[], description: string) => {
    const pages = titles.map((title, at) => [`p${at}.md`, { title, description }] as const)
    const corpus = await writeSampleCorpus(Object.fromEntries(pages))
    return (await stepsOver({ corpusDir: corpus, distDir: join(await newFolder(), 'dist') })).query
  }
  expect(await queryOver(['!!!', 'Boxes'], 'About.')).toBe('Boxes')
  expect(await queryOver(['!!!', '😀'], '… folded paper')).toBe('folded')
})

verifies('arazzo.runs', 'every input has a default taken from the corpus', async () => {
  const { pages, version } = await manifestOf(distDir)
  const real = new Set([version, ...pages.flatMap(({ id, title }) => [id, title])])
  const written = registry.workflows.flatMap(({ inputs = [] }) =>
    inputs.flatMap((input) => (input.default === undefined ? [] : [input.default])),
  )
  const defaults = readArazzo(arazzo).workflows.flatMap(({ inputs }) =>
    Object.values(inputs?.properties ?? {}).map((input) => String(input.default)),
  )
  expect(defaults).toHaveLength(4)
  expect(defaults.filter((value) => !real.has(value))).toEqual(written)
})

const changed = async (change: (registry: string) => string): Promise<readonly string[]> =>
  await findChangedFiles({ corpusDir, distDir, sourceDateEpoch: KEPT_EPOCH }, change)

verifiesLong(
  'arazzo.follows',
  'a reordered workflow changes only the Arazzo description',
  async () => {
    const files = await changed((text) => {
      const [start, second, third, end] = ['checkFreshness', 'findAndReadPage', 'verifyCapability']
        .map((id) => text.indexOf(`  - id: ${id}\n`))
        .concat(text.indexOf('\nevents:'))
      const [one, two] = [text.slice(start, second), text.slice(second, third)]
      return text.slice(0, start) + two + one + text.slice(third, end) + text.slice(end)
    })
    expect(files).toEqual([FILE])
  },
)

verifiesLong(
  'arazzo.follows',
  'a renamed operation changes the OpenAPI and Arazzo descriptions and nothing else',
  async () => {
    const files = await changed((text) => text.replace('id: searchDocs', 'id: findDocs'))
    expect(files).toEqual(['developers/openapi.yaml', FILE])
  },
)

verifies(
  'rule.never_edited',
  'the tree holds no descriptions: only the build makes them',
  async () => {
    const names = /(^|\/)(openapi\.yaml|asyncapi\.yaml|[^/]*\.arazzo\.yaml|agent-card\.json)$/
    const ours = treeFiles().filter((path) => !isFixture(path))
    expect(ours.filter((path) => names.test(path))).toEqual([])
    const again = join(await newFolder(), 'dist')
    await buildOrThrow({ corpusDir, distDir: again, sourceDateEpoch: KEPT_EPOCH })
    expect(await filesOf(again)).toEqual(await filesOf(distDir))
    expect(arazzo).toStartWith('# Generated by the documentation build; do not edit.\n')
  },
)
