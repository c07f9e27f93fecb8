import { expect, test } from 'bun:test'
import { cp, mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from './build.ts'

const GOOD = resolve(import.meta.dir, '../../../spec/build/corpus_build/bad_input/good')

test('build() leaves no file open and no folder behind when it fails midway', async () => {
  const home = await mkdtemp(join(tmpdir(), 'lectern-build-'))
  try {
    const [corpusDir, distDir] = [join(home, 'corpus'), join(home, 'dist')]
    await cp(GOOD, corpusDir, { recursive: true })
    const progress = (done: number): void => {
      if (done > 1) throw new Error('stopped')
    }
    const baseUrl = 'http://localhost:8080'
    const running = build({ corpusDir, distDir, baseUrl, lock: 'keep', nowMs: 0, progress })
    expect(await running.catch((error: unknown) => String(error))).toBe('Error: stopped')
    expect(await filesOpenBelow(distDir)).toEqual([])
    expect(await readdir(join(distDir, 'builds'))).toEqual([])
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})

async function filesOpenBelow(folder: string): Promise<readonly string[]> {
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith(folder))
}
