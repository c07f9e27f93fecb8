import { expect } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { ROOT } from '../../support/repository.ts'

const THEME = join(ROOT, 'app/build/corpus_build/theme')

/** In rem; that of a landing page's promise grows with the window. */
const SIZES = [0.75, 0.8125, 0.875, 1, 1.0625, 1.125, 1.4375, 2.125]
const WEIGHTS = ['inherit', '400', '550', '650', '700']
const RADII = ['0', 'inherit', '6px', '10px', '14px', '999px']

verifies('site.look', 'the sheet has few sizes, weights and radii', async () => {
  const names = (await readdir(THEME)).filter((name) => name.endsWith('.css'))
  const sheets = await Promise.all(names.map((name) => readFile(join(THEME, name), 'utf8')))
  const sheet = sheets.join('\n')
  const valuesOf = (property: string) =>
    [...sheet.matchAll(new RegExp(`(?:^|[\\s;{])${property}: ([^;]+);`, 'g'))].map(
      ([, value = '']) => value,
    )
  const sizes = [
    ...valuesOf('font-size'),
    ...valuesOf('font').map((value) => value.split(/[ /]/)[0] ?? ''),
  ]
  const odd = sizes.filter((size) => {
    const rem = /^([\d.]+)rem$/.exec(size)?.[1]
    if (rem !== undefined) return !SIZES.includes(Number(rem))
    // Of the text around it: code in a sentence, formulas, addresses on paper.
    return !/^(?:[\d.]+em|inherit|clamp\(.*\))$/.test(size)
  })
  expect(odd).toEqual([])
  expect(valuesOf('font-weight').filter((weight) => !WEIGHTS.includes(weight))).toEqual([])
  const radii = valuesOf('border-radius').flatMap((value) => value.split(' '))
  expect(radii.filter((radius) => !RADII.includes(radius))).toEqual([])
  expect(sizes.length).toBeGreaterThan(30)
})
