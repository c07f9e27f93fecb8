import { expect, test } from 'bun:test'
import { cutFrontMatter } from './source_files.ts'

/** The rows that are left of a text. */
function cut(text: string): readonly string[] {
  const rows = text.split('\n').map((row, at) => ({ text: row, file: 'page.md', line: at + 1 }))
  return cutFrontMatter(rows).map((row) => row.text)
}

test('cutFrontMatter() keeps a title once, whatever icons its heading has', () => {
  expect(cut('---\ntitle: A pot of tea\n---\n# A :simple-pot: pot of tea')).toEqual([
    '# A :simple-pot: pot of tea',
  ])
  expect(cut('---\ntitle: A pot\n---\n# A cup')).toEqual(['A pot', '', '# A cup'])
})

test('cutFrontMatter() keeps names, folded texts and those of features alone', () => {
  const text =
    '---\nfeatures:\n  - title: Hot\n    details: >\n      Very\n      hot.\n' +
    '    linkText: More\n  - title: "Cold\n      pot"\n---\nBelow'
  const shown = ['Hot', '', 'Very hot.', '', 'More', '', 'Cold pot', '', 'Below']
  expect(cut(text)).toEqual(shown)
  expect(cut('---\nhero:\n  name: Kettle\n---\nBelow')).toEqual(['Kettle', '', 'Below'])
})
