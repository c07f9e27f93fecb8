import { expect, test } from 'bun:test'
import { readInline } from './_inline.ts'

function readText(text: string) {
  const rows = text.split('\n').map((each, at) => {
    return { file: 'a.adoc', line: at + 1, text: each, attributes: new Map<string, string>() }
  })
  const { texts, found } = readInline(rows)
  return [texts.map((each) => each.trim()), found] as const
}

test('readInline() takes roles and ids before marks for no words, also in labels of links', () => {
  expect(readText('The "[.code]``water``" of\n"[.out]``a pot\nand``"')[0]).toEqual([
    'The "water" of',
    '"a pot',
    'and"',
  ])
  const [texts, found] = readText('xref:tea.adoc[[.cmd]`tea`] and [#one]^1^ or [.a]')
  expect(texts.join().replaceAll(/[`^]/g, '')).toBe('tea and 1 or [.a]')
  expect(found.map((each) => (each.kind === 'link' ? each.text : each))).toEqual([
    { kind: 'anchor', value: 'one', at: 0 },
    '`tea`',
  ])
})

test('readInline() takes one "^" at the end of a label for no text, and a pair for marks', () => {
  expect(readText('https://tea.example[Tea^]pot')[0]).toEqual(['Teapot'])
  const [texts, found] = readText('xref:tea.adoc[^1^]The pot')
  expect(texts).toEqual(['^1^The pot'])
  expect(found).toMatchObject([{ text: '^1^' }])
})
