import { expect, test } from 'bun:test'
import { importsOf } from './imports.ts'
import { sourceOf } from './source.ts'

test('importsOf() finds static, type, dynamic and re-exported imports', () => {
  const text = [
    "import { a } from './a.ts'",
    "import type { b } from '../b/mod.ts'",
    "import {\n  c,\n} from 'yaml'",
    "import './d.css'",
    "const e = await import('./e.ts')",
    "export { f } from './f.ts'",
    'const text = "import { g } from \'./g.ts\'"',
  ].join('\n')
  expect(importsOf(sourceOf('app/interfaces/mcp/x.ts', text))).toMatchObject([
    { line: 1, name: './a.ts', target: 'app/interfaces/mcp/a.ts' },
    { line: 2, name: '../b/mod.ts', target: 'app/interfaces/b/mod.ts' },
    { line: 5, name: 'yaml' },
    { line: 6, name: './d.css', target: 'app/interfaces/mcp/d.css' },
    { line: 7, name: './e.ts', target: 'app/interfaces/mcp/e.ts' },
    { line: 8, name: './f.ts', target: 'app/interfaces/mcp/f.ts' },
  ])
})
