import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { compileOnce } from '../support/compiled_program.ts'
import { runProgram, SOURCE } from '../support/program.ts'
import { CORPUS } from '../support/repository.ts'

const FILES = join(CORPUS, 'pages/run/files')

let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-files-'))
})
afterAll(async () => await rm(home, { recursive: true, force: true }))

/** Every file of a folder with its text. */
async function readAll(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).sort()
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])
  return Object.fromEntries(await Promise.all(texts))
}

verifies('deploy.command', 'files writes what the pages show, and nothing over it', async () => {
  const folder = join(home, 'shown')
  const written = await runProgram(['files', folder], {}, home, SOURCE)
  expect([written.code, written.err]).toEqual([0, ''])
  const shown = await readAll(FILES)
  expect(Object.keys(shown).length).toBeGreaterThan(12)
  expect(await readAll(folder)).toEqual(shown)
  expect((await runProgram(['files', folder], {}, home, SOURCE)).code).toBe(0)
  const own = join(folder, 'nginx.conf')
  await writeFile(own, 'mine')
  await rm(join(folder, 'lectern.service'))
  const refused = await runProgram(['files', folder], {}, home, SOURCE)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`"${own}"`)])
  expect(await readFile(own, 'utf8')).toBe('mine')
  expect(await readdir(folder)).not.toContain('lectern.service')
  expect((await runProgram(['files'], {}, home, SOURCE)).code).toBe(2)
})

verifies('deploy.command', 'the executable carries the files, and fills them in', async () => {
  const folder = join(home, 'filled')
  const program = await compileOnce()
  const env = { BASE_URL: 'https://tram.example:8443' }
  expect((await runProgram(['files', folder], env, home, [program])).code).toBe(0)
  const files = await readAll(folder)
  expect(Object.keys(files)).toEqual(Object.keys(await readAll(FILES)))
  expect(files['lectern.yaml']).toContain('\nBASE_URL: https://tram.example:8443\n')
  expect(files['compose.yaml']).toContain('\n      tram.example:8443 {\n')
  expect(files['lectern@.service']).toContain(`\nExecStart=${program} serve\n`)
  expect(Object.values(files).join('')).not.toContain('docs.example.com')
})
