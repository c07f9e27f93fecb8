import { expect, test } from 'bun:test'
import { encodeSegment, parseJson, parseYaml } from './json.ts'

test('parseJson() and parseYaml() refuse what no comparison could walk', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  expect(parseJson(deep)).toBeUndefined()
  expect(parseJson('{"id":{"toString":1}}')).toBeUndefined()
  let bomb = 'a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n'
  for (let level = 1; level < 9; level += 1) {
    bomb += `a${level}: &a${level} [${Array(10)
      .fill(`*a${level - 1}`)
      .join(',')}]\n`
  }
  expect(parseYaml(bomb)).toBeUndefined()
  expect(parseYaml('a: &b [1]\nc: *b')).toEqual({ a: [1], c: [1] })
  expect(parseJson('{"a":[1,{"b":null}]}')).toEqual({ a: [1, { b: null }] })
})

test('encodeSegment() accepts a lone surrogate', () => {
  expect(encodeSegment('a/\ud800')).toBe('a%2F%EF%BF%BD')
})
