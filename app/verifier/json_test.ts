import { expect, test } from 'bun:test'
import { encoded, parsedJson, parsedYaml } from './json.ts'

test('parsedJson() and parsedYaml() refuse what no comparison could walk', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  expect(parsedJson(deep)).toBeUndefined()
  expect(parsedJson('{"id":{"toString":1}}')).toBeUndefined()
  let bomb = 'a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n'
  for (let level = 1; level < 9; level += 1) {
    bomb += `a${level}: &a${level} [${Array(10)
      .fill(`*a${level - 1}`)
      .join(',')}]\n`
  }
  expect(parsedYaml(bomb)).toBeUndefined()
  expect(parsedYaml('a: &b [1]\nc: *b')).toEqual({ a: [1], c: [1] })
  expect(parsedJson('{"a":[1,{"b":null}]}')).toEqual({ a: [1, { b: null }] })
})

test('encoded() takes half a character pair', () => {
  expect(encoded('a/\ud800')).toBe('a%2F%EF%BF%BD')
})
