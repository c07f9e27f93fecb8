import { describe, expect, test } from 'bun:test'
import { ringFaults } from './rings.ts'
import { sourceOf } from './source.ts'

function rings(path: string, name: string): number {
  return ringFaults(sourceOf(path, `import { x } from '${name}'\n`)).length
}

describe('ringFaults()', () => {
  test('lets rooms import inward through doors', () => {
    expect(rings('app/mcp/endpoint.ts', '../public_docs/mod.ts')).toBe(0)
    expect(rings('app/mcp/endpoint.ts', '../contract/page.ts')).toBe(0)
    expect(rings('app/mcp/endpoint.ts', './_admit.ts')).toBe(0)
    expect(rings('app/service.ts', './mcp/plugin.ts')).toBe(0)
    expect(rings('app/main.ts', '../scripts/build.ts')).toBe(0)
    expect(rings('app/corpus_build/emit/pages.ts', '../_corpus.ts')).toBe(0)
    expect(rings('app/mcp/endpoint_test.ts', '../../spec/_verifies.ts')).toBe(0)
    expect(rings('spec/mcp/mcp_spec.ts', '../app/mcp/_admit.ts')).toBe(0)
  })
  test('names an import of a sibling window', () => {
    expect(rings('app/mcp/endpoint.ts', '../http_api/plugin.ts')).toBe(1)
  })
  test('names an import between two rooms of one ring', () => {
    expect(rings('app/limits/rate_limit.ts', '../telemetry/log.ts')).toBe(1)
  })
  test('names an import outward', () => {
    expect(rings('app/contract/page.ts', '../limits/rate_limit.ts')).toBe(1)
    expect(rings('app/service.ts', './config.ts')).toBe(1)
    expect(rings('app/mcp/endpoint.ts', '../_serve.ts')).toBe(1)
  })
  test('names an import past a door', () => {
    expect(rings('app/mcp/endpoint.ts', '../public_docs/loaded.ts')).toBe(1)
    expect(rings('app/service.ts', './mcp/endpoint.ts')).toBe(1)
  })
  test('names an import of a private file', () => {
    expect(rings('app/service.ts', './limits/_call_times.ts')).toBe(1)
    expect(rings('app/main.ts', '../scripts/_read/yaml.ts')).toBe(1)
    expect(rings('app/mcp/endpoint_test.ts', '../public_docs/_reload.ts')).toBe(1)
  })
  test('names an import of the press by a room, and of a room by the press', () => {
    expect(rings('app/http_api/endpoint.ts', '../../scripts/build.ts')).toBe(1)
    expect(rings('app/corpus_build/build.ts', '../app/limits/rate_limit.ts')).toBe(1)
    expect(rings('app/corpus_build/build.ts', '../app/contract/page.ts')).toBe(0)
  })
  test('names code that imports spec', () => {
    expect(rings('app/service.ts', '../spec/_running.ts')).toBe(1)
  })
  test('names a room without a ring', () => {
    expect(rings('app/cellar/wine.ts', '../contract/page.ts')).toBe(1)
  })
  test('names an import without its ending', () => {
    expect(rings('app/mcp/endpoint.ts', './_admit')).toBe(1)
  })
})
