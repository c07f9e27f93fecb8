import { expect, test } from 'bun:test'
import { createSlugNamer, type SlugFamily } from './slugs.ts'

/** What the generators themselves wrote for these headings. */
const HEADINGS = ['C++ / C#', '1. First step', 'foo_bar', '日本語', 'foo_bar']
const ANCHORS: Readonly<Record<SlugFamily, readonly string[]>> = {
  github: ['c--c', '1-first-step', 'foo_bar', '日本語', 'foo_bar-1'],
  mdbook: ['c--c', '1-first-step', 'foo_bar', '日本語', 'foo_bar-1'],
  vitepress: ['c-c', '_1-first-step', 'foo-bar', '日本語', 'foo-bar-1'],
  python: ['c-c', '1-first-step', 'foo_bar', '_1', 'foo_bar_1'],
  pymdownx: ['c--c', '1-first-step', 'foo_bar', '日本語', 'foo_bar_1'],
  'python-emoji': ['c-c', '1-first-step', 'foo_bar', '_1', 'foo_bar_1'],
  'pymdownx-emoji': ['c--c', '1-first-step', 'foo_bar', '日本語', 'foo_bar_1'],
  none: ['', '', '', '', ''],
}

for (const [family, anchors] of Object.entries(ANCHORS)) {
  test(`createSlugNamer() writes anchors as ${family} does`, () => {
    // The keys of the table are the families.
    const name = createSlugNamer(family as SlugFamily)
    expect(HEADINGS.map(name)).toEqual([...anchors])
  })
}

test('createSlugNamer() strips accents as VitePress does, and names what is left empty', () => {
  expect(createSlugNamer('vitepress')('Über uns')).toBe('uber-uns')
  const python = createSlugNamer('python')
  expect(['日本', '語'].map(python)).toEqual(['_1', '_2'])
  const mdbook = createSlugNamer('mdbook')
  expect(['$', '$?'].map(mdbook)).toEqual(['section', 'section-1'])
  expect(createSlugNamer('python-emoji')('Icons :smile: a:b:c')).toBe('icons-abc')
})

const EMOJI_HEADINGS = [':smile: Tea', 'a :b: c', 'x :fire::smile: y', 'a :+1: c', '10:30:45 now']
const EMOJI_ANCHORS: Readonly<Partial<Record<SlugFamily, readonly string[]>>> = {
  python: ['smile-tea', 'a-b-c', 'x-firesmile-y', 'a-1-c', '103045-now'],
  pymdownx: ['smile-tea', 'a-b-c', 'x-firesmile-y', 'a-1-c', '103045-now'],
  'python-emoji': ['tea', 'a-c', 'x-y', 'a-c', '103045-now'],
  'pymdownx-emoji': ['tea', 'a-c', 'x-y', 'a-c', '103045-now'],
}

for (const [family, anchors] of Object.entries(EMOJI_ANCHORS)) {
  test(`createSlugNamer() names headings with emoji as ${family} does`, () => {
    // The keys of the table are families, and no heading repeats one.
    const write = (text: string) => createSlugNamer(family as SlugFamily)(text)
    expect(EMOJI_HEADINGS.map(write)).toEqual([...anchors])
  })
}
