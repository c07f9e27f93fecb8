import { expect, test } from 'bun:test'
import { parsePage } from './pages.ts'

const FRONT =
  'title: A\ndescription: >-\n  Two\n  lines.\nupdated: 2026-05-04\nkind: guide\ncapability: c\n'

test('parsePage() reads the fields and the body with its line', () => {
  const { page, problems } = parsePage(
    'a/b.md',
    'corpus/pages/a/b.md',
    `---\n${FRONT}---\n\nText.\n`,
  )
  expect(problems).toEqual([])
  expect(page).toMatchObject({ path: 'a/b', body: '\nText.\n', bodyLine: 10 })
  expect(page.description.text).toBe('Two lines.')
})

test('parsePage() keeps a rule of dashes in the body', () => {
  const { page } = parsePage('a.md', 'a.md', `---\n${FRONT}---\nOne.\n\n---\n\nTwo.\n`)
  expect(page.body).toBe('One.\n\n---\n\nTwo.\n')
})

test('parsePage() gives each link its line and column in the file', () => {
  const body = 'Text [one](x.md).\n\n| a |\n| - |\n| [two](y.md) |\n'
  const { page } = parsePage('a.md', 'a.md', `---\n${FRONT}---\n${body}`)
  expect(page.links.map(({ href, place }) => `${place.line}:${place.column} ${href}`)).toEqual([
    '10:12 x.md',
    '14:9 y.md',
  ])
})

test('parsePage() does not take code for a link', () => {
  const body = '`[a](javascript:x)`\n\n```\n[b](dead.md)\n[c](javascript:y)\n```\n'
  const { page, problems } = parsePage('a.md', 'a.md', `---\n${FRONT}---\n${body}`)
  expect(page.links).toEqual([])
  expect(problems).toEqual([])
})
