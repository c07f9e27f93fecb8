import type { Row } from '../bench/_rows.ts'
import { makeHome } from '../races/service.ts'
import { compareQuarters, countFaults } from './_growth.ts'
import { createBusinessClient, signIn } from './_private_callers.ts'
import { startProgram, type Usage } from './_program.ts'
import { type Caller, callAgent, callHttpApi, callMcpTools, fetchFiles } from './_public_callers.ts'
import { Tally } from './_tally.ts'

const SAMPLES_LEAST = 16
const SAMPLE_EVERY_MS = 2000

/** Between two passes of a client: the load is steady, not as high as it can be. */
const PAUSE_MS = 50

export type MixedRun = {
  readonly tally: Tally
  readonly samples: readonly Usage[]
  readonly passes: number
}

/** When a run ends: after so many passes of every client, or after so many minutes. */
export type Length = { readonly passes: number } | { readonly minutes: number }

/** Loads every interface at once with clients of every kind. */
export async function runMixed(length: Length, signal?: AbortSignal): Promise<MixedRun> {
  const program = await startProgram(await makeHome({ DEV_SIGN_IN: '1' }))
  const { url } = program
  const tally = new Tally()
  const samples: Usage[] = []
  const endMs = 'minutes' in length ? Date.now() + length.minutes * 60_000 : Infinity
  const most = 'passes' in length ? length.passes : Infinity
  let passes = 0
  const isRunning = () => Date.now() < endMs && signal?.aborted !== true
  const repeat = async (caller: Caller): Promise<void> => {
    for (let pass = 0; pass < most && isRunning(); pass += 1) {
      await caller(url, tally).catch((error) => tally.fail('call', String(error)))
      passes += 1
      if ('passes' in length) samples.push(await program.readUsage())
      else await Bun.sleep(PAUSE_MS)
    }
  }
  const watch = async (): Promise<void> => {
    while ('minutes' in length && isRunning()) {
      samples.push(await program.readUsage())
      await Bun.sleep(Math.min(SAMPLE_EVERY_MS, (length.minutes * 60_000) / SAMPLES_LEAST))
    }
  }
  try {
    const business = await createBusinessClient(url)
    const callers = [callMcpTools, callAgent, callHttpApi, fetchFiles, signIn, business]
    await Promise.all([watch(), ...callers.map(repeat)])
    for (const line of program.lines) {
      if (line.includes('"level":"error"')) tally.fail('log', line)
    }
    return { tally, samples, passes }
  } finally {
    await program.stop()
  }
}

/** Minutes of mixed load: every answer as expected, and nothing grows. */
export async function soakMixed(minutes: number, signal: AbortSignal): Promise<readonly Row[]> {
  const { tally, samples } = await runMixed({ minutes }, signal)
  console.log(`${tally.format()}\n`)
  for (const fault of new Set(tally.faults)) console.log(`unexpected: ${fault}`)
  return [
    countFaults(`mixed, ${minutes} minutes, unexpected answers`, tally.faults.length),
    ...compareQuarters('mixed', samples),
  ]
}
