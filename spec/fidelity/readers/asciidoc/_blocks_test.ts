import { expect, test } from 'bun:test'
import { BlockReader } from './_blocks.ts'
import { AdocCollector } from './_collector.ts'

function readUnits(text: string) {
  const to = new AdocCollector()
  to.isAtTop = false
  const rows = text.split('\n').map((each, at) => {
    return { file: 'a.adoc', line: at + 1, text: each, attributes: new Map<string, string>() }
  })
  new BlockReader(to).read(rows)
  const list = (kind: string) => to.units.filter((unit) => unit.kind === kind)
  return { list, values: (kind: string) => list(kind).map(({ value }) => value) }
}

test('BlockReader takes the last of several titles of a block, and one that has no block', () => {
  expect(readUnits('.One\n.Two\nText\n\n.Three').values('prose')).toEqual(['two', 'text', 'three'])
})

test('BlockReader takes a second "+" for the first line of a text', () => {
  const [link] = readUnits('* Pot\n\n+\n+\nxref:tea.adoc[Tea]').list('link')
  expect(link).toMatchObject({ value: 'tea', line: 5, block: 4 })
})

test('BlockReader takes an id that is continued into the next item for none', () => {
  expect(readUnits('. One\n+\n[#lost]\n. Two').values('anchor')).toEqual([])
  expect(readUnits('. One\n+\n[#kept]\n* Two').values('anchor')).toEqual(['kept'])
  expect(readUnits('. One\n+\n[#kept]\nTwo').values('anchor')).toEqual(['kept'])
  expect(readUnits('* Z\n\n----\nx\n----\n\n. A\n+\n[#kept]\n* B').values('anchor')).toEqual([
    'kept',
  ])
})

test('BlockReader counts columns up to the next line that begins with a cell', () => {
  const table = '[%header]\n|===\na| A +\nOne ^| B +\nTwo\n\n| a\n| b\n\n| c\n| d\n|==='
  expect(readUnits(table).values('row')).toEqual(['a one b two', 'a b', 'c d'])
})

test('BlockReader reads a link that leaves the site by its address', () => {
  const [link] = readUnits('See https://tea.example/a/[the tea].').list('outside')
  expect(link).toMatchObject({ value: 'tea.example/a', target: 'the tea', line: 1 })
})
