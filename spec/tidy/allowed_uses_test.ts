import { describe, expect, test } from 'bun:test'
import { useFaults } from './allowed_uses.ts'
import { sourceOf } from './source.ts'

describe('useFaults()', () => {
  const faults = (path: string, text: string) => useFaults(sourceOf(path, text)).length

  test('takes a library where it may be used', () => {
    expect(faults('app/interfaces/mcp/plugin.ts', "import { Elysia } from 'elysia'")).toBe(0)
    expect(faults('app/text/source_text/yaml.ts', "import { parse } from 'yaml'")).toBe(0)
    expect(faults('app/docs/public_docs/_load.ts', "import { stat } from 'node:fs/promises'")).toBe(
      0,
    )
  })
  test('names a library where it may not be used', () => {
    expect(faults('app/interfaces/mcp/endpoint.ts', "import { Elysia } from 'elysia'")).toBe(1)
    expect(faults('app/build/corpus_build/build.ts', "import { parse } from 'yaml'")).toBe(1)
    expect(faults('app/interfaces/mcp/endpoint.ts', "import { search } from 'orama'")).toBe(1)
  })
  test('names a library that is not listed', () => {
    expect(faults('app/interfaces/mcp/endpoint.ts', "import _ from 'lodash'")).toBe(1)
  })
  test('names the platform where it may not be used', () => {
    expect(
      faults('app/interfaces/mcp/endpoint.ts', "import { readFile } from 'node:fs/promises'"),
    ).toBe(1)
    expect(faults('app/interfaces/mcp/endpoint.ts', "const text = Bun.file('x')")).toBe(1)
    expect(faults('app/interfaces/http_api/endpoint.ts', 'const dir = import.meta.dir')).toBe(1)
    expect(faults('app/interfaces/mcp/endpoint.ts', "const text = 'Bun.file'")).toBe(0)
  })
  test('names the environment outside the command line', () => {
    expect(faults('app/docs/public_docs/_load.ts', 'const port = process.env.PORT')).toBe(1)
    expect(faults('app/main.ts', 'const port = process.env.PORT')).toBe(0)
  })
  test('threat 46: names a program that is started, and code that is loaded by a path', () => {
    for (const text of [
      "Bun.spawn(['git'])",
      "Bun.spawnSync(['git'])",
      'await Bun.$`git log`',
      "Bun['spawn'](['git'])",
      'const { spawn } = Bun',
      "import { execFile } from 'node:child_process'",
      "import { execFile } from 'child_process'",
      "import { $ } from 'bun'",
      "import { dlopen } from 'bun:ffi'",
      'await import(path)',
      'new Function(text)',
    ]) {
      expect([text, faults('app/cli/serve.ts', text) > 0]).toEqual([text, true])
    }
    expect(faults('app/foundation/files/_git_question.ts', "Bun.spawn(['git'])")).toBe(0)
  })
  test('names a clock or chance that is not handed in', () => {
    expect(faults('app/foundation/limits/rate_limit.ts', 'const nowMs = Date.now()')).toBe(1)
    expect(faults('app/foundation/limits/rate_limit.ts', 'const nowMs = clock()')).toBe(0)
  })
})
