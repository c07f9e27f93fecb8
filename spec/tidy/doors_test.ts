import { describe, expect, test } from 'bun:test'
import { doorFaults } from './doors.ts'
import { sourceOf } from './source.ts'

describe('doorFaults()', () => {
  const faults = (path: string, text: string) => doorFaults(sourceOf(path, text)).length

  test('lets a library in through its door', () => {
    expect(faults('app/mcp/plugin.ts', "import { Elysia } from 'elysia'")).toBe(0)
    expect(faults('app/source_text/yaml.ts', "import { parse } from 'yaml'")).toBe(0)
    expect(faults('app/public_docs/_load.ts', "import { stat } from 'node:fs/promises'")).toBe(0)
  })
  test('names a library outside its door', () => {
    expect(faults('app/mcp/endpoint.ts', "import { Elysia } from 'elysia'")).toBe(1)
    expect(faults('app/corpus_build/build.ts', "import { parse } from 'yaml'")).toBe(1)
    expect(faults('app/mcp/endpoint.ts', "import { search } from 'orama'")).toBe(1)
  })
  test('names a library that has no door', () => {
    expect(faults('app/mcp/endpoint.ts', "import _ from 'lodash'")).toBe(1)
  })
  test('names the platform outside its door', () => {
    expect(faults('app/mcp/endpoint.ts', "import { readFile } from 'node:fs/promises'")).toBe(1)
    expect(faults('app/mcp/endpoint.ts', "const text = Bun.file('x')")).toBe(1)
    expect(faults('app/http_api/endpoint.ts', 'const dir = import.meta.dir')).toBe(1)
    expect(faults('app/mcp/endpoint.ts', "const text = 'Bun.file'")).toBe(0)
  })
  test('names the environment outside the command line', () => {
    expect(faults('app/public_docs/_load.ts', 'const port = process.env.PORT')).toBe(1)
    expect(faults('app/main.ts', 'const port = process.env.PORT')).toBe(0)
  })
  test('names a clock or chance that is not handed in', () => {
    expect(faults('app/limits/rate_limit.ts', 'const nowMs = Date.now()')).toBe(1)
    expect(faults('app/limits/rate_limit.ts', 'const nowMs = clock()')).toBe(0)
  })
})
