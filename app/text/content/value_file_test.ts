import { expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { openValueFile } from './value_file.ts'

test('save() writes what was asked for as one line of JSON by name, and forgets it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'lectern-values-'))
  const path = join(home, 'values.json')
  try {
    const first = await openValueFile(path, '1', Type.String())
    // More than become bytes at once.
    const names = Array.from({ length: 600 }, (_, at) => `n${1000 + at}`)
    for (const name of names.toReversed()) first.set(name, `"${name}`)
    await first.save()
    expect(first.has('n1000')).toBe(false)
    const values = Object.fromEntries(names.map((name) => [name, `"${name}`]))
    expect(await readFile(path, 'utf8')).toBe(`${JSON.stringify({ version: '1', values })}\n`)
    const second = await openValueFile(path, '1', Type.String())
    expect(second.get('n1599')).toBe('"n1599')
    await second.save()
    expect(await readFile(path, 'utf8')).toBe('{"version":"1","values":{"n1599":"\\"n1599"}}\n')
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
