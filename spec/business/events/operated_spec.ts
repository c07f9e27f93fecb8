import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examineEvents } from '../../../app/checks/doctor/_events.ts'
import { command as eventsCommand } from '../../../app/cli/events.ts'
import { findEventFaults } from '../../../app/service/events.ts'
import { readEventsConfig } from '../../../app/service/events_config.ts'
import {
  type Config,
  formatSettingProblem,
  readConfig,
} from '../../../app/service/settings/config.ts'
import { verifies } from '../../requirements/verifies.ts'
import { runCommand } from '../../support/command_call.ts'
import { forEachStore } from '../../support/stores.ts'
import { createEventWorld, listenAt } from './event_world.ts'
import { EVENTS } from './fixed_values.ts'
import { makeSecret } from './receiver.ts'

let folder: string
let printed: string[] = []
const { log, error } = console

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-events-'))
  for (const [at, name] of ['secret', 'second', 'third'].entries()) {
    await writeFile(join(folder, name), `${makeSecret(at + 1)}\n`)
  }
  await writeFile(join(folder, 'short'), 'whsec_AAAA\n\nwhsec_BBBB\nwhsec_CCCC\n')
  const keep = (line: unknown) => void printed.push(String(line))
  Object.assign(console, { log: keep, error: keep })
})
afterAll(async () => {
  Object.assign(console, { log, error })
  await rm(folder, { recursive: true, force: true })
})

/** The settings of a service with this file of receivers. */
async function configure(
  file: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Config> {
  const path = join(folder, 'events.yaml')
  await writeFile(path, file.replaceAll('FOLDER', folder))
  const config = readConfig({ EVENTS_CONFIG: path, ...more })
  if (!config.ok) throw new Error(config.error.map(formatSettingProblem).join('\n'))
  return config.value
}

verifies('events.operated', 'a wrong file lists every problem, with line and fix', async () => {
  const config = await configure(
    `endpoints:
  - { name: crm, url: 'http://hooks.example.com/in', secret_file: FOLDER/none }
  - { name: crm, url: 'https://me:hunter2@hooks.example.com', secret_file: FOLDER/short }
  - { name: approvers, url: 'https://localhost/in', secret_file: FOLDER/secret, typos: [a] }
approvers:
  mail: { from: us, to: [nobody] }
`,
    { BASE_URL: 'https://docs.example.com' },
  )
  const read = await readEventsConfig(config)
  const lines = read.ok ? [] : read.error.map((line) => line.replace(/^\S*events\.yaml:/, ''))
  expect(lines.map((line) => line.replaceAll(folder, ''))).toEqual([
    expect.stringMatching(/^2:23: the address is not https: give an https address/),
    expect.stringMatching(/^2:67: "\/none" cannot be read: write the secret there/),
    expect.stringMatching(/^3:13: "crm" names another endpoint: choose another name/),
    expect.stringMatching(/^3:\d+: the address holds a user name or a password: /),
    expect.stringMatching(/^3:\d+: "\/short" has 3 secrets: /),
    expect.stringMatching(/^4:13: "approvers" names the channel of approvers: /),
    expect.stringMatching(/^4:\d+: the address is this machine: /),
    expect.stringMatching(/^4:\d+: .*"typos"/),
    expect.stringMatching(/^6:3: SMTP_URL is not set: set it to your mail server/),
    expect.stringMatching(/^6:\d+: .*"nobody"/),
  ])
  expect(lines.join()).not.toContain('hunter2')
})

verifies(
  'events.operated',
  'threat 50: no receiver has a secret of another, which could pass its events on',
  async () => {
    await writeFile(join(folder, 'changing'), `${makeSecret(2)}\n${makeSecret(1)}\n`)
    const config = await configure(
      `endpoints:
  - { name: crm, url: 'https://crm.example.com/in', secret_file: FOLDER/secret }
  - { name: erp, url: 'https://erp.example.com/in', secret_file: FOLDER/third }
  - { name: chat, url: 'https://chat.example.com/in', secret_file: FOLDER/changing }
approvers:
  webhook: { url: 'https://approvers.example.com/in', secret_file: FOLDER/secret }
`,
    )
    const read = await readEventsConfig(config)
    const lines = read.ok ? [] : read.error
    const fix = 'has a secret of another receiver: give each receiver a secret of its own'
    expect(lines.map((line) => line.replaceAll(folder, '').replace(/^.*yaml:/, ''))).toEqual([
      expect.stringMatching(new RegExp(`^4:\\d+: "/changing" ${fix}$`)),
      expect.stringMatching(new RegExp(`^6:\\d+: "/secret" ${fix}$`)),
    ])
    expect(lines.join()).not.toContain(makeSecret(1))
  },
)

verifies('events.operated', 'settings of mail are refused without showing them', () => {
  const problems = (environment: Readonly<Record<string, string>>) => {
    const config = readConfig(environment)
    return config.ok ? [] : config.error.map(formatSettingProblem)
  }
  expect(problems({ SMTP_URL: 'smtp://mail.example' })).toEqual([
    expect.stringContaining('EVENTS_CONFIG is not set'),
  ])
  const wrong = problems({ EVENTS_CONFIG: 'x.yaml', SMTP_URL: 'https://us:hunter2@mail.example' })
  expect(wrong).toEqual([expect.stringContaining('it is not smtp://HOST:PORT')])
  expect(wrong.join()).not.toContain('hunter2')
  expect(problems({ EVENTS_CONFIG: 'x.yaml', SMTP_URL: 'smtps://us:p@mail.example:465' })).toEqual(
    [],
  )
})

verifies('events.operated', 'types that are never sent and wrong secrets stop the start', () => {
  const endpoint = { name: 'crm', url: 'https://hooks.example.com/' }
  const faults = findEventFaults(
    listenAt('', {
      endpoints: [
        { ...endpoint, types: ['page.added', 'approval.waiting'], secrets: ['whsec_AAAA'] },
        { ...endpoint, types: undefined, secrets: ['hunter2'] },
      ],
    }),
    EVENTS,
  )
  expect(faults).toEqual([
    expect.stringMatching(/^Cannot send "approval.waiting" to "crm": only corpus.published, /),
    'Cannot use the secret of "crm": it has 3 bytes, and not 24 to 64 bytes',
    'Cannot use the secret of "crm": it does not begin with whsec_',
  ])
})

verifies(
  'doctor.machine',
  'receivers and the mail server are tried, and nothing is sent',
  async () => {
    let requests = 0
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => {
        requests += 1
        return new Response('')
      },
    })
    const config = await configure(
      `endpoints:
  - { name: here, url: 'http://127.0.0.1:${server.port}/in', secret_file: FOLDER/secret }
  - { name: gone, url: 'http://127.0.0.1:1/in', secret_file: FOLDER/second }
  - { name: inside, url: 'https://10.0.0.1/in', secret_file: FOLDER/third }
`,
      { SMTP_URL: 'smtp://127.0.0.1:1' },
    )
    const findings = await examineEvents(config)
    expect(findings.map(({ name, state, what }) => `${state} ${name} ${what}`)).toEqual([
      `fine events here: 127.0.0.1:${server.port} can be reached`,
      'fault events gone: 127.0.0.1:1: ECONNREFUSED',
      'fault events inside: 10.0.0.1: an address of the name is not public',
      expect.stringMatching(/^fault mail 127\.0\.0\.1:1: .*ECONNREFUSED/),
    ])
    expect(requests).toBe(0)
    await server.stop(true)
  },
)

forEachStore((_name, open) => {
  verifies('events.operated', 'an operator lists, shows and sends again', async () => {
    const store = await open()
    const world = createEventWorld(store)
    const run = async (words: string, flags = {}) => {
      printed = []
      const environment = { DATABASE_URL: store.url }
      const exit = await runCommand(eventsCommand, environment, words.split(' '), flags)
      return [exit, printed.join('\n')] as const
    }
    await world.decide('appr_1')
    await world.events.sendDue()
    const id = world.receiver.received[0]?.id ?? ''
    expect((await run('list', { state: 'dead' }))[1]).toBe('0 deliveries')
    expect((await run('list'))[1]).toContain(`${id} delivered: approval.decided to crm, 1 attempts`)
    expect((await run(`show ${id}`))[1]).toContain('"approval_id":"appr_1"')
    expect(await run('show evt_none')).toEqual([
      1,
      'Cannot show "evt_none": there is no such delivery',
    ])
    expect((await run(`resend ${id}`, { 'dry-run': true }))[1]).toEndWith('due again: 1')
    expect(await world.rows()).toEqual(['crm approval.decided delivered 1'])
    expect(await run(`resend ${id}`)).toEqual([0, 'due again: 1'])
    expect(await world.rows()).toEqual(['crm approval.decided waiting 0'])
    for (const words of ['resend', 'show', 'list evt_1', 'forget evt_1']) {
      expect([words, (await run(words))[0]]).toEqual([words, 2])
    }
    expect((await run('list', { state: 'lost' }))[0]).toBe(2)
    const rows = await store.sql.all('SELECT event, outcome FROM audit ORDER BY seq')
    const lines = rows.map(({ event, outcome }) => `${event} ${outcome}`)
    expect(lines.filter((line) => line.startsWith('events_resent'))).toEqual([
      `events_resent ${id}`,
    ])
    expect(lines.filter((line) => line.startsWith('events_listed')).length).toBe(4)
  })
})
