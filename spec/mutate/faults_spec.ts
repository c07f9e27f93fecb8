import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/repository.ts'
import { FAULTS } from './faults.ts'

// A run of all seeds takes half an hour; a text that has moved is known at once.
test('the text of each seeded fault is in its file once, and is changed', async () => {
  const texts = new Map<string, string>()
  for (const { file } of FAULTS) {
    if (!texts.has(file)) texts.set(file, await readFile(join(ROOT, file), 'utf8'))
  }
  const misplaced = FAULTS.flatMap(({ id, file, find, replace }) => {
    const count = (texts.get(file)?.split(find).length ?? 0) - 1
    return count === 1 && find !== replace ? [] : [{ id, file, find, count }]
  })
  expect(misplaced).toEqual([])
})
