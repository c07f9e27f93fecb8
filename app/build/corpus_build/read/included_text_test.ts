import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { formatProblem } from '../../../contract/problem.ts'
import { completeText } from './included_text.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-parts-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function complete(
  files: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  const parts = { roots: [join(root, 'corpus')], variables: new Map(Object.entries(variables)) }
  const file = { path: join(root, 'corpus/pages/a.md'), name: 'corpus/pages/a.md' }
  const made = await completeText(file, files['corpus/pages/a.md'] ?? '', parts)
  return { ...made, problems: made.problems.map(formatProblem) }
}

test('completeText() includes a file and a section, with the place of each line', async () => {
  const made = await complete({
    'corpus/pages/a.md':
      '---\ntitle: A\n---\nOne.\n\n- x\n\n  :::include ../parts/b.md#two\n\nEnd.',
    'corpus/parts/b.md':
      '---\ntitle: B\n---\n# B\n\n## Two\n\n' +
      'See [a](../pages/a.md), [c](c.md).\n\n### In\n\n## Three\n\nNo.',
  })
  expect(made.problems).toEqual([])
  expect(made.text).toBe(
    '---\ntitle: A\n---\nOne.\n\n- x\n\n' +
      '  See [a](a.md), [c](../parts/c.md).\n\n  ### In\n\nEnd.',
  )
  const of = (file: string, line: number) => ({ file: `corpus/${file}`, line })
  expect(made.origins?.slice(7)).toEqual([
    ...[8, 9, 10].map((line) => of('parts/b.md', line)),
    ...[9, 10].map((line) => of('pages/a.md', line)),
  ])
  expect(made.included).toHaveLength(1)
})

test('completeText() fills variables, but not in code or after a backslash', async () => {
  const body =
    '{{ product }} \\{{product}} `{{product}}`\n\n```\n' +
    '{{product}}\n:::include x.md\n```\n{{prodct}}'
  const made = await complete({ 'corpus/pages/a.md': body }, { product: 'Acme' })
  expect(made.text).toBe(
    'Acme {{product}} `{{product}}`\n\n```\n{{product}}\n:::include x.md\n```\n{{prodct}}',
  )
  expect(made.problems).toEqual([
    'corpus/pages/a.md:7:1: the variable "prodct" is not known: write "{{product}}", ' +
      'or "\\{{" if readers should see it',
  ])
  const braces = 'a {{b}}'
  expect(await complete({ 'corpus/pages/a.md': braces })).toMatchObject({
    text: braces,
    origins: undefined,
    problems: [],
  })
})

test('completeText() refuses loops, what is not there and what is outside', async () => {
  await symlink(join(root, 'secret.md'), join(await prepare(), 'link.md'))
  const made = await complete({
    'secret.md': 'x',
    'corpus/pages/a.md': [
      '../parts/loop.md',
      'no.md',
      '../../secret.md',
      '../parts/link.md',
      '../parts/s.md#tow',
    ]
      .map((path) => `:::include ${path}`)
      .join('\n'),
    'corpus/parts/loop.md': 'a\n:::include loop.md',
    'corpus/parts/s.md': '## Two\n\nx',
  })
  const outside = 'it is outside the corpus: put the file into the corpus'
  expect(made.problems).toEqual([
    'corpus/parts/loop.md:2:1: cannot include "loop.md": it includes itself: ' +
      'remove one of the two',
    'corpus/pages/a.md:2:1: cannot include "no.md": there is no such file: ' +
      'write its path from this file',
    `corpus/pages/a.md:3:1: cannot include "../../secret.md": ${outside}`,
    `corpus/pages/a.md:4:1: cannot include "../parts/link.md": ${outside}`,
    'corpus/pages/a.md:5:1: cannot include "../parts/s.md#tow": it has no such section: ' +
      'write "#two"',
  ])
  expect(made.text).toBe('a')
})

test('completeText() has a budget of files', async () => {
  const made = await complete({
    'corpus/pages/a.md': ':::include ../parts/one.md\n'.repeat(101),
    'corpus/parts/one.md': 'x',
  })
  expect(made.problems).toEqual([expect.stringContaining('at most 100 of them, 8 deep')])
})

async function prepare(): Promise<string> {
  await mkdir(join(root, 'corpus/parts'), { recursive: true })
  return join(root, 'corpus/parts')
}
