import { expect, test } from 'bun:test'
import { joinLines, splitLines } from '../../markdown/source_line.ts'
import type { SourceFolder } from '../files/source_files.ts'
import { createReport } from '../report/report.ts'
import { expandIncludes, type IncludeGrammar, type Part } from './includes.ts'
import type { MarkerStyle } from './region_markers.ts'

/** `@file`, `@file:2:3` and `@file:name`, which no generator has. */
function grammarOf(markers: MarkerStyle): IncludeGrammar {
  return {
    find: (text) =>
      [...text.matchAll(/@([\w./]+)(?::([-\w]+))?(?::(\d+))?/g)].map((found) => {
        const [whole, path = '', first, last] = found
        const from = Number(first)
        const part: Part =
          first === undefined
            ? { kind: 'whole' }
            : Number.isNaN(from)
              ? { kind: 'named', name: first }
              : { kind: 'lines', ranges: [last === undefined ? { from } : { from, to: +last }] }
        return { start: found.index, end: found.index + whole.length, path, part }
      }),
    locate: (path) => [path],
    markers,
    nests: true,
    keepsIndent: true,
    keepsBase: true,
  }
}

const FILES: Readonly<Record<string, string>> = {
  'five.txt': '1\n2\n3\n4\n5\n',
  'anchored.rs':
    'a\n// ANCHOR: one\nb\n// ANCHOR: two\nc\n// ANCHOR_END: two\n// ANCHOR_END: one\nd\n',
  'section.py': '# --8<-- [start:one]\nb\n# --8<-- [end:one]\nd\n',
  'region.ts': 'a\n// #region one\nb\n// #region two\nc\n// #endregion\nd\n// #endregion one\ne\n',
  'outer.md': 'out\n@inner.md\n',
  'inner.md': 'in',
  'self.md': 'x\n@self.md\n',
}

function expand(text: string, markers: MarkerStyle = 'anchor'): string {
  const source: SourceFolder = {
    root: '/docs',
    files: Object.keys(FILES),
    has: (file) => Object.hasOwn(FILES, file),
    read: (file) => FILES[file],
    wasRead: () => false,
    show: (file) => file,
    losses: [],
  }
  const report = createReport()
  const lines = expandIncludes(splitLines('page.md', text), grammarOf(markers), { source, report })
  lost = report.losses.map(({ line, what }) => `${line} ${what}`)
  places = lines.map(({ file, line }) => `${file}:${line}`)
  return joinLines(lines)
}

let lost: readonly string[] = []
let places: readonly string[] = []

test('expandIncludes() takes whole files, lines and indented text', () => {
  expect(expand('- @inner.md!')).toBe('- in!')
  expect(expand('@five.txt:2:3')).toBe('2\n3')
  expect(expand('@five.txt:4')).toBe('4\n5')
  expect(expand('@five.txt:-2')).toBe('4\n5')
  expect(expand('  @five.txt:4')).toBe('  4\n  5')
  expect(lost).toEqual([])
})

test('expandIncludes() takes named parts by each style of markers', () => {
  expect(expand('@anchored.rs:one')).toBe('b\nc')
  expect(expand('@anchored.rs:two')).toBe('c')
  expect(expand('@anchored.rs')).toBe('a\nb\nc\nd')
  expect(expand('@section.py:one', 'section')).toBe('b')
  expect(expand('@region.ts:one', 'region')).toBe('b\nc\nd')
})

test('expandIncludes() follows includes in includes, with the place of each line', () => {
  expect(expand('top\n@outer.md')).toBe('top\nout\nin')
  expect(places).toEqual(['page.md:1', 'outer.md:1', 'inner.md:1'])
})

test('expandIncludes() leaves and reports what cannot be included', () => {
  const text = '@none.md\n@../up.md\n@self.md\n@anchored.rs:none\n@five.txt:9:9'
  expect(expand(text)).toBe('@none.md\n@../up.md\nx\n@self.md\n@anchored.rs:none\n@five.txt:9:9')
  expect(lost.map((each) => each.replace(/; it stays.*/, ''))).toEqual([
    '1 the include of "none.md" finds no file',
    '2 the include of "../up.md" leads out of the imported folder',
    '2 the include of "self.md" includes itself',
    '4 the include of "anchored.rs" names a part that the file does not have',
    '5 the include of "five.txt" names a part that the file does not have',
  ])
})
