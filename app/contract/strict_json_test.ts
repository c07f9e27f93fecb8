import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { strictJsonFault as faultOf } from './strict_json.ts'

function strictJsonFault(text: string): string | undefined {
  return faultOf(text, JSON.parse(text))
}

test('strictJsonFault() finds nothing when each name stands once', () => {
  const texts = ['{}', '[]', '"a"', '1', '{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}', '["a","a"]']
  for (const text of texts) expect(strictJsonFault(text)).toBeUndefined()
  const tricky = String.raw`{"a":"b\"a\":1,\\","b\\":"\\\"","c":":"}`
  expect(() => JSON.parse(tricky)).not.toThrow()
  expect(strictJsonFault(tricky)).toBeUndefined()
})

test('strictJsonFault() finds a name when it stands twice, however it is written', () => {
  const texts = [
    '{"a":1,"a":1}',
    '{"a" : 1,\n"a"\t:1}',
    String.raw`{"a":1,"\u0061":2}`,
    '{"x":[{"y":{"b":1,"c":{"b":2},"b":3}}]}',
    '{"":1,"":2}',
  ]
  for (const text of texts) expect(strictJsonFault(text)).toContain('twice')
})

test('strictJsonFault() refuses a name when it reaches into objects', () => {
  expect(strictJsonFault('{"a":{"__proto__":{}}}')).toContain('__proto__')
  expect(strictJsonFault(String.raw`{"\u005f_proto__":1}`)).toContain('__proto__')
  expect(strictJsonFault('["__proto__"]')).toBeUndefined()
  expect(strictJsonFault('{"a":"__proto__"}')).toBeUndefined()
})

test('strictJsonFault() allows 64 levels and refuses the next when arrays and objects nest', () => {
  const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(strictJsonFault(nest(64))).toBeUndefined()
  expect(strictJsonFault(nest(65))).toContain('64')
  const deep = 100_000
  expect(strictJsonFault(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`)).toContain('64')
})

test('strictJsonFault() finds nothing when a program wrote the text', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), fc.integer({ min: 0, max: 4 }), (json, indent) => {
      fc.pre(!json.includes('__proto__'))
      const value: unknown = JSON.parse(json)
      expect(strictJsonFault(JSON.stringify(value, null, indent))).toBeUndefined()
    }),
  )
})

test('strictJsonFault() finds nothing when strings look like names', () => {
  expect(strictJsonFault(String.raw`{"a":"\":","b":["\": \":"]}`)).toBeUndefined()
  expect(strictJsonFault(String.raw`{"a":"\":","a":1}`)).toContain('twice')
})

test('strictJsonFault() refuses a lone surrogate, and no pair or escaped backslash', () => {
  const lone = [
    String.raw`"\ud83d"`,
    String.raw`"\uDE00x"`,
    String.raw`{"\uD83D":1}`,
    String.raw`["\ud83d\\ude00"]`,
    String.raw`"\ude00\ud83d"`,
    String.raw`"\ud83d\ude00\ude00"`,
  ]
  for (const text of lone) expect(strictJsonFault(text)).toContain('half of a character')
  const whole = [String.raw`"\ud83d\uDE00"`, String.raw`"\\ud83d"`, '"\\u0041😀"']
  for (const text of whole) expect(strictJsonFault(text)).toBeUndefined()
})
