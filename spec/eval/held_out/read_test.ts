import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { findLost, type HeldOut, holdsAnswer, readHeldOut } from './read.ts'

const asked: HeldOut = {
  name: 'example',
  source: 'git:example/docs@0 docs',
  language: 'en',
  questions: [
    {
      query: 'why is it full',
      kind: 'sentence',
      pages: [{ path: 'prune', grade: 3 }],
      holds: ['is not freed until you run compact'],
    },
  ],
  unanswered: [],
}

test('no held-out question is asked twice, or in a set that tuning reads', async () => {
  const known = new Set(await readTunedQueries())
  const heldOut = await readHeldOut()
  expect(heldOut.length).toBeGreaterThan(0)
  const queries = heldOut.flatMap(({ questions, unanswered }) =>
    [...questions, ...unanswered].map(({ query }) => query),
  )
  expect(new Set(queries).size).toBe(queries.length)
  expect(queries.filter((query) => known.has(query))).toEqual([])
})

/** The queries of the other sets, as they are written. */
async function readTunedQueries(): Promise<readonly string[]> {
  const folder = join(import.meta.dir, '..')
  const files = await Array.fromAsync(new Glob('**/*.yaml').scan(folder))
  const others = files.filter((file) => !file.startsWith('held_out'))
  const texts = await Promise.all(others.map((file) => Bun.file(join(folder, file)).text()))
  const lines = texts.join('\n').matchAll(/^\s*(?:- )?query: *(['"]?)(.+)\1$/gm)
  return [...lines].map(([, , query = '']) => query)
}

test('a passage holds a quote whatever its marks, links and line ends are', () => {
  const passage = '> is **not** freed until you run\n> [`compact`](compact.md#run)'
  expect(holdsAnswer(passage, ['elsewhere', 'is not freed until you run compact'])).toBe(true)
  expect(holdsAnswer('it is freed at once', ['is not freed until you run compact'])).toBe(false)
})

test('a page or a quote that an import lost is named', () => {
  const kept = new Map([['prune', 'Space is not freed until you run *compact*.']])
  expect(findLost(asked, kept)).toEqual([])
  const without = 'is not freed until you run compact: why is it full'
  expect(findLost(asked, new Map([['prune', 'Space is freed.']]))).toEqual([without])
  expect(findLost(asked, new Map())).toEqual(['page prune: why is it full', without])
})
