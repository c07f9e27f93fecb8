import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRstTexts } from './_rst_program.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-python-'))
afterAll(() => rm(home, { recursive: true, force: true }))

/** A program that stands for Python. */
async function writeProgram(name: string, script: string): Promise<string> {
  const path = join(home, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

test('readRstTexts() says whether Python was stopped, or failed, and what to do', async () => {
  const slow = await writeProgram('slow', 'exec sleep 600')
  expect(await readRstTexts(['Tea'], undefined, [slow], 20)).toEqual({
    kind: 'failed',
    why: 'docutils was stopped; its limit is 0.02 seconds',
    fix: 'import again while the machine has less to do, or import a folder with fewer texts',
  })
  const broken = await writeProgram('broken', 'echo "ImportError: no tea" >&2; exit 1')
  expect(await readRstTexts(['Tea'], undefined, [broken])).toEqual({
    kind: 'failed',
    why: 'ImportError: no tea',
    fix: 'run "pip install --upgrade docutils", and import again',
  })
})

test('readRstTexts() ends at its limit where Python is a script that starts another', async () => {
  // What the script starts goes when the folder does: nothing of the test stays behind.
  const wrapper = await writeProgram(
    'wrapper',
    `while [ -d '${home}' ]; do sleep 0.1; done &\nwait`,
  )
  const reading = await readRstTexts(['Tea'], undefined, [wrapper], 500)
  expect(reading).toMatchObject({
    kind: 'failed',
    why: 'docutils was stopped; its limit is 0.5 seconds',
  })
})
