import { openStore } from '../../app/foundation/store/open.ts'
import { newBrowser, obtainCode, redeem, register } from '../races/client.ts'
import { type Home, makeHome, type Process, startIn } from '../races/service.ts'
import type { HeadlessBrowser } from '../support/headless_browser.ts'
import { createGate } from './_gate.ts'
import { redeemCodes, refreshContinuously } from './_holders.ts'
import { probe } from './_probe.ts'
import { createRandom } from './_random.ts'
import type { World } from './_world.ts'
import { holdAndApprove, writeNotes } from './_writers.ts'
import { examine } from './examine.ts'
import { createRunRecord, hasEachKind, type RunRecord } from './run_record.ts'

export type RunOptions = {
  readonly kills: number
  readonly seed: number
  /** Absent means a new file of the embedded store. */
  readonly databaseUrl?: string | undefined
  readonly report?: (line: string) => void
}

export type RunResult = {
  readonly record: RunRecord
  readonly databaseUrl: string
  readonly seconds: number
  remove(): Promise<void>
}

/** How long the service runs before a kill, and how far a start may get, at most. */
const RUN_MS_MAX = 900
const START_MS_MAX = 500
/** The shares of kills that come at an answer, and during a start. */
const AT_ANSWER = 0.5
const STARTS_KILLED = 0.15
/** The share of kills that come while the store is created. */
const STARTS_KILLED_FIRST = 0.1
const CLIENTS_PARK_MS = 20_000
const CALM_MS = 500

/** A person with a browser and a token, who connected before the first kill. */
type Person = { readonly access: string; readonly browser: HeadlessBrowser }

/**
 * Kills the real program at random points while clients write, and compares the store with what was
 * acknowledged after every restart.
 */
export async function runKills(options: RunOptions): Promise<RunResult> {
  const startedMs = Date.now()
  const { databaseUrl } = options
  const home = await makeHome({
    DEV_SIGN_IN: '1',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  try {
    const record = await runIn(home, options)
    return {
      record,
      databaseUrl: home.env.DATABASE_URL ?? '',
      seconds: (Date.now() - startedMs) / 1000,
      remove: () => home.remove(),
    }
  } catch (error) {
    await home.remove()
    throw error
  }
}

async function runIn(home: Home, options: RunOptions): Promise<RunRecord> {
  const record = createRunRecord()
  const random = createRandom(options.seed)
  const world: World = { url: home.baseUrl, gate: createGate(), record, random }
  await killStarts(home, world, Math.floor(options.kills * STARTS_KILLED_FIRST))
  const first = await startIn(home)
  await first.ready()
  const people = await Promise.all(PEOPLE.map((name) => connectPerson(world, name)))
  await first.kill()
  record.figures.kills += 1
  const clients = startClients(world, people)
  const access = people[0]?.access ?? ''
  await killAll(home, world, { options, access, clients: clients.length })
  await finish(home, world, clients, access)
  return record
}

const PEOPLE = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

async function connectPerson({ url }: World, name: string): Promise<Person> {
  const browser = newBrowser(url)
  const clientId = await register(url, `Person ${name}`)
  const { access } = await redeem(url, clientId, await obtainCode(browser, url, clientId))
  return { access, browser }
}

function startClients(world: World, people: readonly Person[]): readonly Promise<void>[] {
  return people.map((person, at) => {
    const name = PEOPLE[at] ?? ''
    switch (name) {
      case 'a':
      case 'b':
      case 'c':
        return writeNotes(world, name, person.access)
      case 'd':
        return holdAndApprove(world, { ...person, job: 'job_teapot_rolls' })
      case 'e':
        return holdAndApprove(world, { ...person, job: 'job_school_rolls' })
      case 'f':
      case 'g':
        return redeemCodes(world, `Redeems ${name}`, person.browser)
      default:
        return refreshContinuously(world, `Refreshes ${name}`, person.browser)
    }
  })
}

type Plan = {
  readonly options: RunOptions
  readonly access: string
  readonly clients: number
}

async function killAll(home: Home, world: World, plan: Plan): Promise<void> {
  const { gate, record, random } = world
  const { options } = plan
  while (record.figures.kills < options.kills) {
    const process = await startIn(home)
    if (random() < STARTS_KILLED) {
      await killStart(process, world)
    } else {
      await waitUntilReady(process, record)
      await inspectStore(home, world, plan.access, 5)
      gate.open()
      await waitForEachKind(world, process)
      await Bun.sleep(random() * RUN_MS_MAX)
      if (random() < AT_ANSWER) await waitForNextAnswer(world)
      gate.close()
      await process.kill()
      await waitUntilParked(world, plan.clients)
      record.figures.kills += 1
    }
    options.report?.(`${record.figures.kills} kills, ${record.notes.size} notes acknowledged`)
  }
}

/**
 * Waits until each kind of work was acknowledged once: a kill before that proves nothing about it.
 * It takes as long as it takes; only a broken promise or the end of the process stops the wait.
 */
async function waitForEachKind({ record }: World, process: Process): Promise<void> {
  let isRunning = true
  void process.exited.then(() => {
    isRunning = false
  })
  while (isRunning && record.violations.size === 0 && !hasEachKind(record)) await Bun.sleep(5)
}

/** Waits for the next answer: what it acknowledged must already be durable. */
async function waitForNextAnswer({ record }: World): Promise<void> {
  const answers = () =>
    record.notes.size + record.applied.size + record.redeemed.length + record.refreshed.length
  const [before, deadlineMs] = [answers(), Date.now() + RUN_MS_MAX]
  while (answers() === before && Date.now() < deadlineMs) await new Promise(setImmediate)
  record.figures.killsAtAnswer += 1
}

/** The first starts: they create the tables and the example workspace. */
async function killStarts(home: Home, world: World, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await killStart(await startIn(home), world)
}

async function killStart(process: Process, { random, record }: World): Promise<void> {
  await Bun.sleep(random() * START_MS_MAX)
  await process.kill()
  record.figures.kills += 1
  record.figures.killsWhileStarting += 1
}

async function waitUntilReady(process: Process, { figures }: RunRecord): Promise<void> {
  const startedMs = performance.now()
  await process.ready()
  figures.restartMsMax = Math.max(figures.restartMsMax, performance.now() - startedMs)
}

/** No client may be in the middle of a step when the store is inspected. */
async function waitUntilParked({ gate, record }: World, clients: number): Promise<void> {
  const deadlineMs = Date.now() + CLIENTS_PARK_MS
  while (gate.countParked() < clients && Date.now() < deadlineMs) await Bun.sleep(5)
  if (gate.countParked() < clients)
    record.violations.add('a client hangs on a service that was killed')
}

async function inspectStore(
  home: Home,
  world: World,
  access: string,
  sample: number,
): Promise<void> {
  const { record, random, url } = world
  const opened = await openStore(home.env.DATABASE_URL ?? '')
  if (!opened.ok) throw new Error(opened.error)
  for (const fault of await examine(opened.value, record)) record.violations.add(fault)
  const repeated = await opened.value.sql.one(
    "SELECT count(*) AS lines FROM audit WHERE event = 'tool_write' AND outcome = 'repeated'",
  )
  record.figures.foundApplied = Number(repeated?.lines) - record.figures.repeats
  await opened.value.close()
  for (const fault of await probe(url, record, { access, sample, random })) {
    record.violations.add(fault)
  }
  record.figures.checks += 1
}

/** A last life without a kill: every pending step gets its answer, then everything is inspected. */
async function finish(
  home: Home,
  world: World,
  clients: readonly Promise<void>[],
  access: string,
): Promise<void> {
  const process = await startIn(home)
  await waitUntilReady(process, world.record)
  await inspectStore(home, world, access, 5)
  world.gate.open()
  await waitForEachKind(world, process)
  await Bun.sleep(CALM_MS)
  world.gate.end()
  await Promise.all(clients)
  await inspectStore(home, world, access, 100)
  const faults = process.lines.filter((line) => /"level":"error"/.test(line))
  for (const line of faults) world.record.violations.add(`the log of the last life: ${line}`)
  await process.stop()
}
