import { describe, expect, test } from 'bun:test'
import { layerFaults, shareFaults } from './layers.ts'
import { sourceOf } from './source.ts'

function faults(path: string, name: string): number {
  return layerFaults(sourceOf(path, `import { x } from '${name}'\n`)).length
}

describe('layerFaults()', () => {
  test('takes imports of a lower layer through its entry', () => {
    expect(faults('app/mcp/endpoint.ts', '../public_docs/mod.ts')).toBe(0)
    expect(faults('app/mcp/endpoint.ts', '../contract/page.ts')).toBe(0)
    expect(faults('app/mcp/endpoint.ts', './_admit.ts')).toBe(0)
    expect(faults('app/service.ts', './mcp/plugin.ts')).toBe(0)
    expect(faults('app/main.ts', './cli/serve.ts')).toBe(0)
    expect(faults('app/cli/build.ts', '../corpus_build/build.ts')).toBe(0)
    expect(faults('app/corpus_build/emit/pages.ts', '../model/corpus.ts')).toBe(0)
    expect(faults('app/corpus_build/emit/pages.ts', '../_assemble.ts')).toBe(0)
    expect(faults('app/importer/mod.ts', '../corpus_build/model/ids_lock.ts')).toBe(0)
    expect(faults('scripts/compile.ts', '../app/corpus_build/inputs.ts')).toBe(0)
  })
  test('takes what a test imports', () => {
    expect(faults('app/mcp/endpoint_test.ts', '../../spec/requirements/verifies.ts')).toBe(0)
    expect(faults('spec/mcp/mcp_spec.ts', '../../app/mcp/_admit.ts')).toBe(0)
  })
  test('names an import of a sibling', () => {
    expect(faults('app/mcp/endpoint.ts', '../http_api/plugin.ts')).toBe(1)
    expect(faults('app/limits/rate_limit.ts', '../telemetry/log.ts')).toBe(1)
    expect(faults('app/importer/mod.ts', '../packager/mod.ts')).toBe(1)
  })
  test('names an import of a higher layer', () => {
    expect(faults('app/contract/page.ts', '../limits/rate_limit.ts')).toBe(1)
    expect(faults('app/service.ts', './config.ts')).toBe(1)
    expect(faults('app/mcp/endpoint.ts', '../cli/serve.ts')).toBe(1)
    expect(faults('app/corpus_build/model/corpus.ts', '../build.ts')).toBe(1)
  })
  test('names what the verifier imports beyond the contract', () => {
    expect(faults('app/verifier/mod.ts', '../source_text/yaml.ts')).toBe(1)
  })
  test('names an import past an entry', () => {
    expect(faults('app/mcp/endpoint.ts', '../public_docs/loaded.ts')).toBe(1)
    expect(faults('app/service.ts', './mcp/endpoint.ts')).toBe(1)
    expect(faults('app/cli/build.ts', '../corpus_build/emit/pages.ts')).toBe(1)
  })
  test('names an import of a private file', () => {
    expect(faults('app/service.ts', './limits/_call_times.ts')).toBe(1)
    expect(faults('app/mcp/endpoint_test.ts', '../public_docs/_reload.ts')).toBe(1)
  })
  test('names an import of the product by a script, and of a script by the product', () => {
    expect(faults('scripts/test.ts', '../app/corpus_build/build.ts')).toBe(1)
    expect(faults('app/cli/build.ts', '../../scripts/compile.ts')).toBe(1)
  })
  test('names an import back up inside a module, and a folder that no list has', () => {
    expect(faults('app/search/rank/searcher.ts', '../match/marks.ts')).toBe(0)
    expect(faults('app/search/_index.ts', './show/hits.ts')).toBe(0)
    expect(faults('app/search/match/marks.ts', '../rank/searcher.ts')).toBe(1)
    expect(faults('app/search/show/hits.ts', '../_index.ts')).toBe(1)
    expect(faults('app/search/cellar/wine.ts', '../file/terms.ts')).toBe(1)
  })
  test('names code that imports spec', () => {
    expect(faults('app/service.ts', '../spec/support/running.ts')).toBe(1)
  })
  test('names a file in no module', () => {
    expect(faults('app/cellar/wine.ts', '../contract/page.ts')).toBe(1)
    expect(faults('app/loose.ts', './contract/page.ts')).toBe(1)
  })
  test('names an import without its ending', () => {
    expect(faults('app/mcp/endpoint.ts', './_admit')).toBe(1)
  })
})

test('shareFaults() names a folder with more than a fifth of the code', () => {
  const file = (path: string, lines: number) => sourceOf(path, 'a()\n'.repeat(lines))
  const even = ['a', 'b', 'c', 'd', 'e'].map((name) => file(`app/${name}/x.ts`, 20))
  expect(shareFaults(even)).toEqual([])
  expect(shareFaults([...even, file('app/a/y.ts', 1), file('app/a/y_test.ts', 90)])).toHaveLength(1)
})
