import { afterAll, expect } from 'bun:test'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { digestsBelow, newFolder, removeFolders, writeSampleCorpus } from '../support/building.ts'
import { runProgram } from '../support/program.ts'

afterAll(removeFolders)

verifies(
  'ids.lock_read_only',
  'build makes a build of a corpus that is mounted read-only, and warns of its ids',
  async () => {
    const corpusDir = await writeSampleCorpus({ 'index.md': {}, 'new.md': {} })
    const before = await digestsBelow(corpusDir)
    // Mode bits count for root too, for whom nothing else is read-only.
    await chmod(corpusDir, 0o555)
    const distDir = join(await newFolder(), 'dist')
    const run = await runProgram(['build'], { CORPUS_DIR: corpusDir, DIST_DIR: distDir })
    await chmod(corpusDir, 0o755)
    expect([run.code, run.out]).toEqual([0, expect.stringContaining('Built 2 pages')])
    expect(run.err).toContain('ids.lock:1:1: it is read-only and lacks pages of this build')
    expect(await digestsBelow(corpusDir)).toEqual(before)
  },
)
