import { describe, expect, test } from 'bun:test'
import { layerFaults, shareFaults, tableFaults } from './layers.ts'
import { sourceOf } from './source.ts'

function faults(path: string, name: string): number {
  return layerFaults(sourceOf(path, `import { x } from '${name}'\n`)).length
}

const ENDPOINT = 'app/interfaces/mcp/endpoint.ts'
const SERVICE = 'app/service/service.ts'

describe('layerFaults()', () => {
  test('takes imports of a lower layer through its entry', () => {
    expect(faults(ENDPOINT, '../../docs/public_docs/mod.ts')).toBe(0)
    expect(faults(ENDPOINT, '../../contract/page.ts')).toBe(0)
    expect(faults(ENDPOINT, './_admit.ts')).toBe(0)
    expect(faults(SERVICE, '../interfaces/mcp/plugin.ts')).toBe(0)
    expect(faults(SERVICE, './parts/part.ts')).toBe(0)
    expect(faults('app/main.ts', './cli/serve.ts')).toBe(0)
    expect(faults('app/cli/build.ts', '../build/corpus_build/build.ts')).toBe(0)
    expect(faults('app/build/corpus_build/emit/pages.ts', '../../../docs/model/corpus.ts')).toBe(0)
    expect(faults('app/build/corpus_build/emit/pages.ts', '../_assemble.ts')).toBe(0)
    expect(faults('app/import/corpus/mod.ts', '../../docs/model/ids_lock.ts')).toBe(0)
    expect(faults('scripts/compile.ts', '../app/build/corpus_build/inputs.ts')).toBe(0)
  })
  test('takes what a test imports', () => {
    expect(
      faults('app/interfaces/mcp/endpoint_test.ts', '../../../spec/requirements/verifies.ts'),
    ).toBe(0)
    expect(faults('spec/interfaces/mcp/mcp_spec.ts', '../../../app/interfaces/mcp/_admit.ts')).toBe(
      0,
    )
  })
  test('names an import of a sibling', () => {
    expect(faults(ENDPOINT, '../http_api/plugin.ts')).toBe(1)
    expect(faults('app/foundation/limits/rate_limit.ts', '../telemetry/log.ts')).toBe(1)
    expect(faults('app/import/corpus/mod.ts', '../../build/packager/mod.ts')).toBe(1)
  })
  test('names an import of a higher layer', () => {
    expect(faults('app/contract/page.ts', '../foundation/limits/rate_limit.ts')).toBe(1)
    expect(faults('app/service/parts/part.ts', '../listen.ts')).toBe(1)
    expect(faults(ENDPOINT, '../../cli/serve.ts')).toBe(1)
    expect(faults('app/docs/model/corpus.ts', '../../build/corpus_build/build.ts')).toBe(1)
  })
  test('names what the verifier imports beyond the contract', () => {
    expect(faults('app/checks/verifier/mod.ts', '../../text/source_text/yaml.ts')).toBe(1)
  })
  test('names an import past an entry', () => {
    expect(faults(ENDPOINT, '../../docs/public_docs/loaded.ts')).toBe(1)
    expect(faults(SERVICE, '../interfaces/mcp/endpoint.ts')).toBe(1)
    expect(faults('app/cli/build.ts', '../build/corpus_build/emit/pages.ts')).toBe(1)
  })
  test('names an import of a private file', () => {
    expect(faults(SERVICE, '../foundation/limits/_call_times.ts')).toBe(1)
    expect(faults('app/interfaces/mcp/endpoint_test.ts', '../../docs/public_docs/_reload.ts')).toBe(
      1,
    )
  })
  test('names an import of the product by a script, and of a script by the product', () => {
    expect(faults('scripts/test.ts', '../app/build/corpus_build/build.ts')).toBe(1)
    expect(faults('app/cli/build.ts', '../../scripts/compile.ts')).toBe(1)
  })
  test('names an import back up inside a part, and a folder that no list has', () => {
    expect(faults('app/docs/search/rank/searcher.ts', '../match/marks.ts')).toBe(0)
    expect(faults('app/docs/search/mod.ts', './show/hits.ts')).toBe(0)
    expect(faults('app/docs/search/match/marks.ts', '../rank/searcher.ts')).toBe(1)
    expect(faults('app/docs/search/show/hits.ts', '../mod.ts')).toBe(1)
    expect(faults('app/docs/search/cellar/wine.ts', '../file/terms.ts')).toBe(1)
  })
  test('names code that imports spec', () => {
    expect(faults(SERVICE, '../../spec/support/running.ts')).toBe(1)
  })
  test('names a file in no module', () => {
    expect(faults('app/cellar/wine.ts', '../contract/page.ts')).toBe(1)
    expect(faults('app/loose.ts', './contract/page.ts')).toBe(1)
    expect(faults('app/docs/loose/x.ts', '../../contract/page.ts')).toBe(1)
  })
  test('names an import without its ending', () => {
    expect(faults(ENDPOINT, './_admit')).toBe(1)
  })
})

test('tableFaults() finds no row that lets code import what stands after it', () => {
  expect(tableFaults()).toEqual([])
  expect(tableFaults({ docs: { 'docs/b': ['docs/a'], 'docs/a': ['cli'] } })).toHaveLength(2)
})

test('shareFaults() names a part with more than a fifth of the code', () => {
  const file = (path: string, lines: number) => sourceOf(path, 'a()\n'.repeat(lines))
  const even = ['a', 'b', 'c', 'd', 'e'].map((name) => file(`app/${name}/x.ts`, 20))
  expect(shareFaults(even)).toEqual([])
  expect(shareFaults([...even, file('app/a/y.ts', 1), file('app/a/y_test.ts', 90)])).toHaveLength(1)
})
