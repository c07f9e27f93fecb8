import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeDigest, findDigestFault, findSizeFault } from './_build_files.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-build-files-'))
afterAll(() => rm(home, { recursive: true, force: true }))

test('findSizeFault() and findDigestFault() look up nothing outside the build', async () => {
  const folder = join(home, 'builds/a')
  await mkdir(folder, { recursive: true })
  await writeFile(join(home, 'there'), 'text')
  await writeFile(join(folder, 'there'), 'text')
  const facts = { bytes: 4, sha256: computeDigest(new TextEncoder().encode('text')) }
  expect(findSizeFault(folder, { path: 'there', ...facts })).toBeUndefined()
  expect(findDigestFault(folder, { path: 'there', ...facts })).toBeUndefined()
  const outside = [
    '../../there',
    '../../absent',
    'x/../../../there',
    './there',
    '..\\there',
    '/there',
  ]
  for (const path of outside) {
    const what = `Cannot load ${JSON.stringify(path)}: it would lie outside the build`
    expect(findSizeFault(folder, { path, ...facts })).toBe(what)
    expect(findDigestFault(folder, { path, ...facts })).toBe(what)
  }
})
