import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Bomb, SOURCE_BOMBS } from '../support/bombs.ts'
import { commitEndlessHistory } from '../support/endless_history.ts'
import { PAGE_BOMBS } from '../support/page_bombs.ts'
import { MAIN } from '../support/repository.ts'
import { toLimitRow } from './_limits.ts'
import type { Bench, Row } from './_rows.ts'

const SECONDS_MOST = 5
const MEGABYTES_MOST = 500
const MEGABYTE = 1e6
/** One that does not end by itself is ended, and its row says how long it took until then. */
const PATIENCE_MS = 120_000

/** What every small file that looks endless takes: seconds of the processor, and memory. */
export const benchBombs: Bench = async () => {
  const rows: Row[] = []
  for (const bomb of [...SOURCE_BOMBS, ...PAGE_BOMBS]) rows.push(...(await measure(bomb)))
  return rows
}

async function measure(bomb: Bomb): Promise<readonly Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-bomb-'))
  try {
    const from = join(home, 'from')
    for (const [file, text] of Object.entries(bomb.files())) {
      await mkdir(dirname(join(from, file)), { recursive: true })
      await Bun.write(join(from, file), text)
    }
    if (bomb.endlessIn !== undefined) await commitEndlessHistory(from, bomb.endlessIn)
    const child = Bun.spawn([process.execPath, MAIN, ...listWords(bomb, from, join(home, 'to'))], {
      ...{ cwd: home, stdout: 'ignore', stderr: 'ignore', timeout: PATIENCE_MS },
      env: { ...process.env, CORPUS_DIR: join(home, 'to') },
    })
    await child.exited
    const { cpuTime, maxRSS } = child.resourceUsage() ?? {}
    const name = `${bomb.command}: ${bomb.name}`
    return [
      toLimitRow(name, 's', Number(cpuTime?.total ?? Number.NaN) / 1e6, SECONDS_MOST),
      toLimitRow(`${name}: peak`, 'MB', (maxRSS ?? Number.NaN) / MEGABYTE, MEGABYTES_MOST),
    ]
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

function listWords({ command }: Bomb, from: string, to: string): readonly string[] {
  switch (command) {
    case 'import':
      return ['import', from, '--to', to]
    case 'check':
      return ['check', from]
    case 'tools import':
      return ['tools', 'import', join(from, 'openapi.json')]
  }
}
