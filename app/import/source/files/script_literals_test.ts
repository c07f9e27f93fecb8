import { expect, test } from 'bun:test'
import { COMPUTED } from './config_values.ts'
import { readScriptLiterals } from './script_literals.ts'

test('readScriptLiterals() reads what a configuration exports', () => {
  const text = `import { defineConfig } from 'vitepress'
    const guide = [{ text: 'A', link: '/a' }]
    export default defineConfig({
      title: 'T', base: \`/b/\`, 'a-b': -1, list: [...guide, { text: 'B' }, compute(1)],
      computed: process.env.X, sidebar: { '/x/': guide },
    })`
  expect(readScriptLiterals('config.mjs', text)).toEqual({
    title: 'T',
    base: '/b/',
    'a-b': -1,
    list: [{ text: 'A', link: '/a' }, { text: 'B' }, COMPUTED],
    sidebar: { '/x/': [{ text: 'A', link: '/a' }] },
  })
})

test('readScriptLiterals() strips types, and knows module.exports', () => {
  const typed = 'const c: Config = { a: 1 as number }\nexport default c satisfies Config\n'
  expect(readScriptLiterals('config.ts', typed)).toEqual({ a: 1 })
  expect(readScriptLiterals('c.js', 'module.exports = { a: [true, null] }')).toEqual({
    a: [true, null],
  })
})

test('readScriptLiterals() runs nothing and survives what it cannot read', () => {
  expect(readScriptLiterals('c.js', 'globalThis.ran = true; export default f()')).toBeUndefined()
  expect('ran' in globalThis).toBe(false)
  expect(readScriptLiterals('c.js', 'export default {')).toBeUndefined()
  expect(readScriptLiterals('c.ts', 'export default {')).toBeUndefined()
  expect(readScriptLiterals('c.js', 'const a = a; export default a')).toBeUndefined()
})

test('readScriptLiterals() reads what functions return that do nothing else', () => {
  const text = `import { group } from './groups'
    const item = (name) => ({ name })
    const keep = (all) => Object.assign({}, all)
    export default { all: [group('a', { items: [item('b')] })], kept: keep({ c: 1 }) }`
  const groups = `const labels = { a: 'First' }
    export function group(key, rest) { return { label: labels[key], ...rest } }`
  const read = readScriptLiterals('config.mjs', text, (_, wanted) => {
    return readScriptLiterals('groups.mjs', groups, undefined, wanted)
  })
  const all = [{ label: 'First', items: [{ name: 'b' }] }]
  expect(read).toEqual({ all, kept: { c: 1 } })
})
