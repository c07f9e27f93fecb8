import { expect, test } from 'bun:test'
import type { MenuEntry } from '../../source/generator.ts'
import { writeFolderFiles } from './folder_files.ts'

function write(
  menu: readonly MenuEntry[],
  tabs: readonly string[] = [],
): Readonly<Record<string, string>> {
  const files = ['index', 'a', 'b', 'guide/index', 'guide/x', 'guide/w', 'guide/deep/z', 'ref/r']
  const pageOf = new Map(files.map((file) => [file, `${file}.md`]))
  const titles = new Map(files.map((file) => [`${file}.md`, file.toUpperCase()]))
  const findAddress = (href: string) => (href.startsWith('https:') ? href : undefined)
  const written = writeFolderFiles(menu, { pageOf, titles, findAddress, tabs })
  return Object.fromEntries(written.map(({ path, text }) => [path, text]))
}

const page = (file: string): MenuEntry => ({ kind: 'page', file })

test('writeFolderFiles() keeps order, folders and groups', () => {
  const guide: readonly MenuEntry[] = [
    { kind: 'group', title: 'Basics', entries: [page('guide/w'), page('guide/x')] },
    { kind: 'group', title: 'Deep', entries: [page('guide/deep/z')] },
  ]
  const menu: readonly MenuEntry[] = [
    page('index'),
    { kind: 'group', title: 'Reference', entries: [page('ref/r')] },
    { kind: 'group', title: 'Part', entries: [page('b'), page('a')] },
    { kind: 'link', title: 'Blog', href: 'https://example.org' },
    { kind: 'link', title: 'Nowhere', href: '/nowhere' },
    { kind: 'group', title: 'Guide', file: 'guide/index', entries: guide },
  ]
  expect(write(menu)).toEqual({
    '_folder.yaml':
      'order:\n  - ref\n  - title: Part\n    pages:\n      - b\n      - a\n' +
      '  - title: Blog\n    link: https://example.org\n  - guide\n',
    'guide/_folder.yaml':
      'title: Guide\norder:\n  - title: Basics\n    pages:\n      - w\n      - x\n  - deep\n',
    'guide/deep/_folder.yaml': 'title: Deep\norder:\n  - z\n',
    'ref/_folder.yaml': 'title: Reference\norder:\n  - r\n',
  })
})

test('writeFolderFiles() makes tabs of folders, of groups, and of what is further down', () => {
  const group = (title: string, ...names: readonly string[]): MenuEntry => {
    return { kind: 'group', title, entries: names.map(page) }
  }
  const above = [group('Reference', 'ref/r'), group('Part', 'b', 'a'), page('guide/x')]
  expect(write(above, ['Reference', 'Part'])['_folder.yaml']).toEndWith(
    'tabs:\n  - ref\n  - Part\n',
  )
  expect(write(above, ['Part'])['_folder.yaml']).not.toContain('tabs')
  const below = [group('Basics', 'guide/w'), group('Deep', 'guide/deep/z')]
  expect(write(below, ['Basics', 'Deep'])).toEqual({
    '_folder.yaml':
      'order:\n  - title: Basics\n    pages:\n      - guide/w\n  - title: Deep\n    pages:\n' +
      '      - guide/deep/z\ntabs:\n  - Basics\n  - Deep\n',
  })
})

test('writeFolderFiles() makes no heading of a folder that the menu has none for', () => {
  const menu: readonly MenuEntry[] = [
    { kind: 'group', title: 'All', entries: [page('a'), page('guide/x'), page('guide/w')] },
  ]
  expect(write(menu)).toEqual({
    '_folder.yaml':
      'order:\n  - title: All\n    pages:\n      - a\n      - guide/x\n      - guide/w\n',
  })
  expect(write([])).toEqual({})
})

test('writeFolderFiles() names no group with nothing', () => {
  const menu: readonly MenuEntry[] = [
    { kind: 'group', title: '', file: 'guide/index', entries: [page('guide/w'), page('guide/x')] },
    { kind: 'group', title: ' ', entries: [page('b'), page('a')] },
  ]
  expect(write(menu)).toEqual({
    '_folder.yaml': 'order:\n  - guide\n  - b\n  - a\n',
    'guide/_folder.yaml': 'title: GUIDE/INDEX\norder:\n  - w\n  - x\n',
  })
})

test('writeFolderFiles() nests groups and names entries that differ from their pages', () => {
  const inner: readonly MenuEntry[] = [
    { kind: 'page', file: 'b', title: 'Short' },
    { kind: 'page', file: 'a', title: 'A' },
  ]
  const menu: readonly MenuEntry[] = [
    { kind: 'group', title: 'Outer', entries: [{ kind: 'group', title: 'Inner', entries: inner }] },
  ]
  expect(write(menu)).toEqual({
    '_folder.yaml':
      'order:\n  - title: Outer\n    pages:\n      - title: Inner\n        pages:\n' +
      '          - title: Short\n            page: b\n          - a\n',
  })
})

test('writeFolderFiles() keeps an order that goes from folder to folder and back', () => {
  const deep: readonly MenuEntry[] = [page('guide/deep/z')]
  const menu: readonly MenuEntry[] = [
    { kind: 'group', title: 'One', entries: [page('guide/x'), page('ref/r'), page('a')] },
    { kind: 'group', title: 'Two', entries: [page('guide/w'), page('guide/x')] },
    { kind: 'group', title: 'Deep', entries: deep },
    page('index'),
  ]
  expect(write(menu)).toEqual({
    '_folder.yaml':
      'order:\n  - title: One\n    pages:\n      - guide/x\n      - ref/r\n      - a\n' +
      '  - title: Two\n    pages:\n      - guide/w\n      - title: GUIDE/X\n' +
      '        link: /guide/x/\n  - guide/deep\n  - index\n',
    'guide/deep/_folder.yaml': 'title: Deep\norder:\n  - z\n',
  })
})

test('writeFolderFiles() lists the page of a folder as the menu does', () => {
  const nameEntry = (file: string, title: string): MenuEntry => ({ kind: 'page', file, title })
  const menu: readonly MenuEntry[] = [
    nameEntry('index', 'Home'),
    {
      kind: 'group',
      title: 'Guide',
      entries: [nameEntry('guide/index', 'Overview'), page('guide/x')],
    },
  ]
  expect(write(menu)).toEqual({
    '_folder.yaml': 'order:\n  - title: Home\n    page: index\n  - guide\n',
    'guide/_folder.yaml': 'title: Guide\norder:\n  - title: Overview\n    page: index\n  - x\n',
  })
  // Beside its own pages, the page of a folder would be a heading.
  const mixed = [page('guide/x'), page('a'), nameEntry('guide/index', 'Start')]
  expect(write([{ kind: 'group', title: 'All', entries: mixed }])).toEqual({
    '_folder.yaml':
      'order:\n  - title: All\n    pages:\n      - guide/x\n      - a\n      - title: Start\n' +
      '        page: guide/index\n',
  })
  // A folder with one page would be no heading.
  expect(write([{ kind: 'group', title: 'One', entries: [page('guide/index')] }])).toEqual({
    '_folder.yaml': 'order:\n  - guide\n',
    'guide/_folder.yaml': 'title: One\norder:\n  - index\n',
  })
})
