import { expect } from 'bun:test'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'
import { readFencedBlocks } from './docs_commands.ts'

const PAGE = 'corpus/pages/write/preview.md'

/** Counts its calls, saves a page on the third, and ends the loop on the tenth. */
const SLEEP = `#!/bin/sh
echo >> sleeps
count=$(wc -l < sleeps)
if [ "$count" -eq 3 ]; then touch corpus/pages/a.md; fi
[ "$count" -lt 10 ]
`

/** Counts its calls, and replaces the lock as a build with a new page does. */
const BUN = `#!/bin/sh
echo "$@" >> builds
echo > corpus/.lock && mv corpus/.lock corpus/ids.lock
`

verifies('docs.commands_run', 'the loop of the preview page builds once for one save', async () => {
  const blocks = readFencedBlocks(await readFile(join(ROOT, PAGE), 'utf8'))
  const loop = blocks.find(({ content }) => content.includes('while sleep'))?.content ?? ''
  const home = await mkdtemp(join(tmpdir(), 'lectern-loop-'))
  try {
    for (const folder of ['bin', 'corpus/pages', 'dist']) {
      await mkdir(join(home, folder), { recursive: true })
    }
    await writeFile(join(home, 'corpus/pages/a.md'), 'Text.\n')
    await writeFile(join(home, 'corpus/ids.lock'), '')
    await writeFile(join(home, 'dist/docs-manifest.json'), '{}')
    for (const [name, text] of Object.entries({ sleep: SLEEP, bun: BUN })) {
      await writeFile(join(home, 'bin', name), text)
      await chmod(join(home, 'bin', name), 0o755)
    }
    const env = { ...process.env, PATH: `${join(home, 'bin')}:${process.env.PATH}` }
    Bun.spawnSync(['sh', '-c', loop], { cwd: home, env })
    expect(await readFile(join(home, 'sleeps'), 'utf8')).toHaveLength(10)
    expect(await readFile(join(home, 'builds'), 'utf8')).toBe('app/main.ts build\n')
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
