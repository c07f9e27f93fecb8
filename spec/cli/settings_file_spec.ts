import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listSettings } from '../../app/service/settings/config.ts'
import { verifies } from '../requirements/verifies.ts'
import { callProgram } from '../support/command_line.ts'
import { runProgram, SOURCE } from '../support/program.ts'
import { ROOT } from '../support/repository.ts'

const KEY = 'k'.repeat(40)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-settings-file-'))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

async function writeSettings(text: string): Promise<string> {
  const path = join(folder, 'lectern.yaml')
  await writeFile(path, text)
  return path
}

type Row = { readonly name: string; readonly value?: string; readonly from: string }

async function readRows(
  env: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<ReadonlyMap<string, Row>> {
  const ran = await callProgram(['config', '--json', ...options], env)
  expect([ran.code, ran.err]).toEqual([0, ''])
  const rows: readonly Row[] = JSON.parse(ran.out)
  return new Map(rows.map((row) => [row.name, row]))
}

verifies(
  'settings.sources',
  'an option wins over the environment, that over the file',
  async () => {
    const path = await writeSettings(
      'PORT: 9001\nHOST: 127.0.0.2\nSEARCH_LIMIT_MAX: 20\nLIST_PRIVATE_TOOLS: false\n' +
        'ALLOWED_ORIGINS: [https://a.example, https://b.example]\n',
    )
    const env = { LECTERN_CONFIG: path, HOST: '127.0.0.3', PORT: '9002', ADMIN_PORT: ' ' }
    const rows = await readRows(env, '--port', '9003')
    const read = (name: string) => [rows.get(name)?.value, rows.get(name)?.from]
    expect(read('PORT')).toEqual(['9003', 'flag'])
    expect(read('HOST')).toEqual(['127.0.0.3', 'environment'])
    expect(read('SEARCH_LIMIT_MAX')).toEqual(['20', `${path}:3`])
    expect(read('LIST_PRIVATE_TOOLS')).toEqual(['0', `${path}:4`])
    expect(read('ALLOWED_ORIGINS')).toEqual(['https://a.example,https://b.example', `${path}:5`])
    expect(read('BASE_URL')).toEqual(['http://localhost:9003', 'default'])
    expect(read('ADMIN_PORT')).toEqual([undefined, 'default'])
    expect([...rows.keys()].sort()).toEqual([...listSettings({}).keys()].sort())
  },
)

verifies('settings.sources', 'a limit that no setting gives is that of the registry', async () => {
  const corpus = join(folder, 'corpus')
  const own = 'service:\n  name: small\n  title: Small\nlimits:\n  public_calls_per_minute: 77\n'
  await mkdir(join(corpus, 'pages'), { recursive: true })
  await writeFile(join(corpus, 'registry.yaml'), own)
  const rows = await readRows({ CORPUS_DIR: corpus, SEARCH_LIMIT_MAX: '5' })
  const read = (name: string) => [rows.get(name)?.value, rows.get(name)?.from]
  expect(read('PUBLIC_CALLS_PER_MINUTE')).toEqual(['77', `${corpus}/registry.yaml:5`])
  expect(read('AUTHORIZATION_CALLS_PER_MINUTE')).toEqual(['60', 'default'])
  expect(read('SEARCH_LIMIT_MAX')).toEqual(['5', 'environment'])
  // A search gives as many as it may, at most.
  expect(read('SEARCH_LIMIT_DEFAULT')).toEqual(['5', 'default'])
  const unset = await readRows({ CORPUS_DIR: folder, DIST_DIR: folder })
  expect(unset.get('SEARCH_LIMIT_MAX')?.value).toBeUndefined()
})

verifies('settings.sources', 'every mistake of the file is named with its line', async () => {
  const text = 'PROT: 1\nBASE_URL: {a: 1}\nLECTERN_CONFIG: other.yaml\nHOST: [[1]]\n'
  const path = await writeSettings(text)
  const ran = await callProgram(['config'], { LECTERN_CONFIG: path })
  expect([ran.code, ran.out]).toEqual([2, ''])
  expect(ran.err.trim().split('\n')).toEqual([
    `${path}:1:1: "PROT" is not a setting: did you mean PORT?`,
    `${path}:2:11: "BASE_URL" has parts: give a text, a number, true or false, or a list of these`,
    `${path}:3:1: "LECTERN_CONFIG" is not a setting: remove it; see the settings page`,
    `${path}:4:7: "HOST" has parts: give a text, a number, true or false, or a list of these`,
  ])
  const absent = await callProgram(['config', '--lectern-config', `${path}.none`])
  expect(absent.code).toBe(2)
  expect(absent.err).toContain(`${path}.none:1:1: the file is missing`)
})

verifies('settings.sources', 'a wrong value is named beside a wrong name', async () => {
  const path = await writeSettings('PROT: 1\nPORT: eighty\nHOST: 127.0.0.1\n')
  const ran = await callProgram(['check'], { LECTERN_CONFIG: path, LOG_LEVEL: 'loud' })
  expect(ran.code).toBe(2)
  expect(ran.err.trim().split('\n')).toEqual([
    `${path}:1:1: "PROT" is not a setting: did you mean PORT?`,
    `${path}:2:7: PORT: Cannot use "eighty": ` +
      'it is not a whole number within bounds: use 1 to 65535',
    expect.stringMatching(/^LOG_LEVEL: Cannot use "loud"/),
  ])
})

verifies('secrets.unseen', 'a secret is no option, and config shows none', async () => {
  const secret = join(folder, 'key')
  await writeFile(secret, `${KEY}\n`)
  const path = await writeSettings(`AUDIT_KEY_FILE: ${secret}\nDOMAIN_URL: https://p.example\n`)
  const env = { LECTERN_CONFIG: path, DOMAIN_SECRET: KEY }
  const ran = await callProgram(['config'], env)
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(ran.out).not.toContain(KEY)
  expect(ran.out).toMatch(new RegExp(`^AUDIT_KEY +\\(set, not shown\\) +${secret} `, 'm'))
  expect(ran.out).toMatch(/^DOMAIN_SECRET +\(set, not shown\) +environment {2}/m)
  const asOption = await callProgram(['config', '--audit-key', KEY])
  expect(asOption.code).toBe(2)
  expect(asOption.err).toContain('it takes no option --audit-key')
  const asFile = await readRows({}, '--audit-key-file', secret)
  expect(asFile.get('AUDIT_KEY')?.from).toBe(secret)
})

verifies('secrets.unseen', 'what is closer replaces a secret of the file', async () => {
  const path = await writeSettings(`AUDIT_KEY_FILE: ${join(folder, 'none')}\n`)
  const rows = await readRows({ LECTERN_CONFIG: path, AUDIT_KEY: KEY })
  expect(rows.get('AUDIT_KEY')?.from).toBe('environment')
})

verifies('settings.sources', 'a file ".env" in the working folder sets nothing', async () => {
  // Bun reads it for a program in source, unless the settings beside the source say otherwise.
  await writeFile(join(folder, 'bunfig.toml'), await readFile(join(ROOT, 'bunfig.toml')))
  await writeFile(join(folder, '.env'), 'PORT=4711\n')
  const ran = await runProgram(['config', '--json'], {}, folder, SOURCE)
  expect(ran.out).not.toContain('4711')
})
