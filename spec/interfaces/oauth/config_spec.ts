import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOauthConfig } from '../../../app/service/oauth_config.ts'
import { verifies } from '../../requirements/verifies.ts'

/** Reads a text as the settings file; problems come without the folder in front. */
async function readConfig(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-oauth-config-'))
  const path = join(folder, 'oauth.yaml')
  await Bun.write(path, text)
  const read = await readOauthConfig(path)
  await rm(folder, { recursive: true, force: true })
  return read.ok
    ? { settings: read.value, problems: [] }
    : { settings: undefined, problems: read.error.map((line) => line.replace(`${path}:`, '')) }
}

verifies(
  'business.config',
  'the file names clients, registration, redirects, lifetimes',
  async () => {
    const { settings, problems } = await readConfig(`
clients:
  - id: desk
    name: Desk client
    redirect_uris: [https://desk.example/cb, 'http://127.0.0.1/cb', 'com.example.desk:/cb']
registration: { dynamic: off }
documents: { policy: allowlist, hosts: [client.example] }
redirects: { private_use: ['com.example.desk:/cb'] }
approvals: { requester_may_decide: false }
lifetimes: { code: 30, access_token: 600, refresh_overlap: 0 }
`)
    expect(problems).toEqual([])
    expect(settings).toMatchObject({
      clients: [{ id: 'desk', name: 'Desk client', redirectUris: { length: 3 } }],
      dynamicRegistration: false,
      documents: { policy: 'allowlist', hosts: ['client.example'] },
      privateUseRedirects: ['com.example.desk:/cb'],
      requesterMayDecide: false,
      lifetimes: { code: 30_000, accessToken: 600_000, refreshOverlap: 0, session: 43_200_000 },
    })
  },
)

test('readOauthConfig() takes the defaults when nothing is said', async () => {
  const defaults = await readOauthConfig(undefined)
  if (!defaults.ok) throw new Error(defaults.error.join('\n'))
  expect(defaults.value).toMatchObject({
    clients: [],
    dynamicRegistration: true,
    documents: { policy: 'any' },
    privateUseRedirects: [],
    lifetimes: { code: 60_000, accessToken: 3_600_000, refreshIdle: 30 * 86_400_000 },
  })
  for (const text of ['', '# nothing\n', '{}\n']) {
    expect((await readConfig(text)).settings).toEqual(defaults.value)
  }
})

test('readOauthConfig() tells every problem at once, with its place', async () => {
  const { problems } = await readConfig(`clients:
  - id: one
    name: One
    redirect_uris: [https://a.example/cb, http://b.example/cb]
  - id: one
    nam: Two
    redirect_uris: []
registration: { dynamic: maybe }
documents: { hosts: [A.example] }
redirects: { private_use: ['javascript:alert(1)'] }
lifetimes: { code: 5 }
`)
  const places = problems.map((line) => line.split(': ')[0])
  expect(places).toEqual(['4:43', '5:9', '6:5', '7:5', '8:26', '9:14', '9:22', '10:28', '11:20'])
  expect(problems[0]).toBe(
    '4:43: "http://b.example/cb": http is for 127.0.0.1, [::1] and localhost alone: ' +
      'write an https address, or list it under redirects.private_use',
  )
  expect(problems[2]).toBe('6:5: the key "nam" is unknown: write "name", or remove it')
})

test('readOauthConfig() refuses lifetimes that outlast what holds them', async () => {
  const text = 'documents: { policy: allowlist }\nlifetimes: { session: 300, grant: 3600 }\n'
  expect((await readConfig(text)).problems).toEqual([
    '1:22: the list of hosts is empty: add "hosts", or write "policy: off"',
    '2:14: "session_idle" is 7200, longer than "session", 300: adjust one of the two',
    '2:28: "refresh_idle" is 2592000, longer than "grant", 3600: adjust one of the two',
  ])
})

test('readOauthConfig() refuses a file that is absent or broken', async () => {
  const absent = await readOauthConfig('/nowhere/oauth.yaml')
  expect(absent).toEqual({
    ok: false,
    error: [
      '/nowhere/oauth.yaml:1:1: the file is missing: create it, or point OAUTH_CONFIG elsewhere',
    ],
  })
  expect((await readConfig('clients: [\n')).problems).toHaveLength(1)
  expect((await readConfig('- a list\n')).problems).toHaveLength(1)
})
