import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from '../../app/build/corpus_build/check.ts'
import { formatProblem, type Problem } from '../../app/contract/problem.ts'
import { importDocs } from '../../app/import/corpus/mod.ts'
import { importTools } from '../../app/import/tools/mod.ts'
import { createFolders, NOW_MS } from '../import/generators/importing.ts'
import { verifies } from '../requirements/verifies.ts'
import { type Bomb, SOURCE_BOMBS } from '../support/bombs.ts'
import { commitEndlessHistory } from '../support/endless_history.ts'
import { PAGE_BOMBS } from '../support/page_bombs.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-bombs-'))
afterAll(() => rm(home, { recursive: true, force: true }))

for (const [at, bomb] of [...SOURCE_BOMBS, ...PAGE_BOMBS].entries()) {
  const { command, name, said } = bomb
  verifies('import.bounded', `threat 53: ${command} ends at ${name}`, async () => {
    const [from, to] = await createFolders(join(home, String(at)), bomb.files())
    if (bomb.endlessIn !== undefined) await commitEndlessHistory(from, bomb.endlessIn)
    const problems = (await run(bomb, from, to)).map(formatProblem).join('\n')
    if (said === undefined) expect(problems).toBe('')
    else expect(problems).toMatch(said)
  })
}

/** What a command says of a folder. */
async function run({ command }: Bomb, from: string, to: string): Promise<readonly Problem[]> {
  if (command === 'import') {
    const imported = await importDocs({ from, to, nowMs: NOW_MS })
    return imported.ok ? imported.value.losses : imported.error
  }
  if (command === 'check') {
    const checked = await check({ corpusDir: from, baseUrl: 'https://docs.example.com' })
    return checked.ok ? checked.value.warnings : checked.error
  }
  const imported = await importTools({
    ...{ path: join(from, 'openapi.json'), corpusDir: to, operations: ['make0'], isTrial: true },
    choices: { reach: 'answer', idempotency: 'required' },
  })
  return imported.ok ? imported.value.notes : imported.error
}
