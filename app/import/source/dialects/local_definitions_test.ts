import { expect, test } from 'bun:test'
import { joinLines, splitLines } from '../../markdown/source_line.ts'
import { inlineDefinitions } from './local_definitions.ts'

function inline(text: string): string {
  return joinLines(inlineDefinitions(splitLines('part.md', text)))
}

test('inlineDefinitions() writes the address of each link by name, line by line', () => {
  const text = [
    '> Read [the `[01]` page][01], [Own] or [Own][], and [![Pot][pot]][01].',
    '> A [name over',
    '> two lines], another [by][name over',
    '> two lines].',
    '',
    '`[01]` \\[01] [01](/x) [none][none] [^1]',
    '```',
    '[01]',
    '[01]: /code',
    '```',
    '[01]: /first "Title"',
    '[01]: /second',
    '[own]: <a b>',
    '> [pot]: pot.svg',
    '[name over two lines]: /two',
    '[^1]: A note',
  ]
  expect(inline(text.join('\n')).split('\n')).toEqual([
    '> Read [the `[01]` page](/first "Title"), [Own](<a b>) or [Own](<a b>), and ' +
      '[![Pot](pot.svg)](/first "Title").',
    '> A [name over',
    '> two lines](/two), another [by](',
    '> /two).',
    '',
    '`[01]` \\[01] [01](/x) [none][none] [^1]',
    '```',
    '[01]',
    '[01]: /code',
    '```',
    '',
    '',
    '',
    '>',
    '',
    '[^1]: A note',
  ])
})
