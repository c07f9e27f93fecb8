import { expect, test } from 'bun:test'
import { cleanObject, cleanText } from './_cleaning.ts'

test('cleanText() removes what a person does not see', () => {
  const invisible = [
    ['C0', '\u0007'],
    ['C1', '\u009b'],
    ['a direction mark', '\u202e'],
    ['an isolate', '\u2066'],
    ['a zero-width character', '\u200b'],
    ['a joiner', '\u200d'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a tag', '\u{e0041}'],
    ['a selector', '\u{e0100}'],
  ] as const
  for (const [what, character] of invisible) {
    expect([what, cleanText(`a${character}b`)]).toEqual([what, 'ab'])
  }
})

test('cleanText() keeps letters of every script, and symbols', () => {
  for (const text of ['Dziękuję!', 'κόσμος', 'مرحبا', '你好', 'नमस्ते', '<b>£5</b> 🎂']) {
    expect(cleanText(text)).toBe(text)
  }
})

test('cleanText() joins lines and replaces lone surrogates', () => {
  expect(cleanText('a\r\n\tb\u2028c')).toBe('a b c')
  expect(cleanText('a\ud800b')).toBe('a\ufffdb')
})

test('cleanText() cuts between characters', () => {
  expect(cleanText('🎂🎂🎂', 3)).toBe('🎂🎂🎂')
  expect(cleanText('🎂🎂🎂', 2)).toBe('🎂🎂…')
})

test('cleanObject() cleans names and values at every depth and drops what is too deep', () => {
  const value = { 'a\u200b': [{ b: 'c\u0000' }], d: 1, e: null, f: true }
  expect(cleanObject(value)).toEqual({ a: [{ b: 'c' }], d: 1, e: null, f: true })
  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
  expect(JSON.stringify(cleanObject(deep)).length).toBeLessThan(80)
})

test('cleanObject() lets no name reach a prototype', () => {
  const clean = cleanObject(JSON.parse('{"__proto__": {"polluted": 1}, "a": 1}'))
  expect(JSON.stringify(clean)).toBe('{"a":1}')
  expect(Object.getPrototypeOf(clean)).toBe(Object.prototype)
})

test('cleanObject() lets no name reach a prototype once it is cleaned', () => {
  const clean = cleanObject(JSON.parse('{"__pro\u200bto__": {"polluted": 1}, "a": 1}'))
  expect(JSON.stringify(clean)).toBe('{"a":1}')
  expect(Object.getPrototypeOf(clean)).toBe(Object.prototype)
})
