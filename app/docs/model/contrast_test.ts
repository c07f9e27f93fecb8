import { expect, test } from 'bun:test'
import style from '../../build/corpus_build/theme/style.css' with { type: 'text' }
import { contrastOf, findReadable, GROUNDS, isReadable, parseColor } from './contrast.ts'

/** The colours of the style sheet in both themes, by name. */
const COLORS = new Map(
  [...style.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

test('contrastOf() gives the ratios of WCAG', () => {
  const ratio = (one: string, other: string) => contrastOf(parseColor(one), parseColor(other))
  expect(ratio('#000000', '#ffffff')).toBe(21)
  expect(ratio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(ratio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('findReadable() gives the nearest colour that passes, and leaves one that does', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const accent of ['#ff0000', '#7fb8ee', '#808080', '#000000', '#ffffff']) {
      const found = findReadable(accent, theme)
      expect([theme, accent, isReadable(found, theme)]).toEqual([theme, accent, true])
      expect(findReadable(found, theme)).toBe(found)
    }
  }
})

test('every text of the style sheet can be read on every ground, in both themes', () => {
  expect(GROUNDS.light.every((each) => /#ffffff|#f6f7f9/.test(each))).toBe(true)
  for (const theme of ['light', 'dark'] as const) {
    const grounds = ['ground', 'panel', 'raised'].map((name) => COLORS.get(name)?.[theme])
    expect([...new Set(grounds)].sort()).toEqual([...GROUNDS[theme]].sort())
    for (const name of ['ink', 'soft', 'link', 'good', 'warm', 'far', 'cool']) {
      for (const ground of [...GROUNDS[theme], COLORS.get('code')?.[theme] ?? '']) {
        const color = COLORS.get(name)?.[theme] ?? ''
        const ratio = contrastOf(parseColor(color), parseColor(ground))
        expect([theme, name, ground, ratio >= 4.5]).toEqual([theme, name, ground, true])
      }
    }
    expect(isReadable(COLORS.get('link')?.[theme] ?? '', theme)).toBe(true)
  }
})
