import { expect } from 'bun:test'
import fc from 'fast-check'
import { testLong } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  CLIENT,
  callPrivate,
  codeFor,
  createWorld,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type Pair,
  pairOf,
  REDIRECT,
  redemptionOf,
  renewalOf,
  signIn,
  type World,
  wordOf,
} from './granting.ts'
import {
  type Model,
  modelCalls,
  modelConsent,
  modelRedeem,
  modelRenew,
  modelSweep,
  newModel,
} from './grants_model.ts'

const PLACES = [REDIRECT, 'https://other.example/callback'] as const
const CLIENTS = [
  { ...CLIENT, redirect_uris: [...PLACES] },
  { ...CLIENT, id: 'lamp' },
]
const WAITS_MS = [
  -5000,
  1,
  1000,
  29_999,
  30_000,
  MINUTE_MS,
  HOUR_MS,
  25 * HOUR_MS,
  20 * DAY_MS,
  31 * DAY_MS,
] as const

/** What was handed out, in the order in which the model has it. */
type Run = World & {
  readonly model: Model
  readonly codes: { readonly code: string; readonly redirectUri: string }[]
  readonly pairs: Pair[]
  readonly grantIds: string[]
}

/** One step of both; which of the things so far it concerns is a number of any size. */
type Step = { readonly kind: keyof typeof STEPS; readonly pick: number; readonly flag: boolean }

const STEPS = {
  consent: async (run: Run, { pick }: Step) => {
    const redirectUri = PLACES[pick % 2] ?? REDIRECT
    const browser = await signIn(run.grants, 'ann')
    const isMade = modelConsent(run.model, pick % 2)
    const made = await codeFor(run, { browser, redirectUri }).catch(() => undefined)
    expect(made !== undefined).toBe(isMade)
    if (made === undefined) return
    run.codes.push({ code: made, redirectUri })
    const known = (await run.store.sql.all('SELECT id FROM grant_')).map(({ id }) => String(id))
    run.grantIds.push(...known.filter((id) => !run.grantIds.includes(id)))
  },
  redeem: async (run: Run, { pick, flag }: Step) => {
    const at = lastBut(pick, run.codes.length)
    const [given, code] = [run.codes[at], run.model.codes[at]]
    if (given === undefined || code === undefined) return
    const { redirectUri } = given
    const wrong = flag ? {} : { verifier: 'w'.repeat(43) }
    const answer = await run.grants.redeem(redemptionOf(given.code, { redirectUri, ...wrong }))
    expect(wordOf(answer)).toBe(modelRedeem(run.model, code, flag))
    if (answer.ok) run.pairs.push(pairOf(answer))
  },
  renew: async (run: Run, { pick, flag }: Step) => {
    const at = lastBut(pick, run.pairs.length)
    const [given, token] = [run.pairs[at], run.model.refresh[at]]
    if (given === undefined || token === undefined) return
    const wrong = flag ? {} : { clientId: 'lamp' }
    const answer = await run.grants.renew(renewalOf(given.refreshToken, wrong))
    expect(wordOf(answer)).toBe(modelRenew(run.model, token, flag))
    if (answer.ok) run.pairs.push(pairOf(answer))
  },
  revokeToken: async (run: Run, { pick, flag }: Step) => {
    const at = lastBut(pick, run.pairs.length)
    const [given, token, access] = [run.pairs[at], run.model.refresh[at], run.model.access[at]]
    if (given === undefined || token === undefined || access === undefined) return
    await run.grants.revokeToken(flag ? given.refreshToken : given.accessToken, CLIENT.id)
    if (!flag) access.dead = true
    else if (!token.forgotten) token.grant.state = 'dead'
  },
  revokeGrant: async (run: Run, { pick }: Step) => {
    const at = lastBut(pick, run.grantIds.length)
    const [id, grant] = [run.grantIds[at], run.model.grants[at]]
    if (id === undefined || grant === undefined) return
    await run.grants.revokeGrant(run.ann.user, id)
    grant.state = 'dead'
  },
  archive: async (run: Run, { flag }: Step) => {
    run.model.businessIsActive = flag
    await run.setBusiness('bakery', flag ? 'active' : 'archived')
  },
  wait: async (run: Run, { pick }: Step) => {
    const ms = WAITS_MS[pick % WAITS_MS.length] ?? 0
    run.model.now += ms
    run.time.now += ms
  },
  sweep: async (run: Run) => {
    modelSweep(run.model)
    await run.grants.sweep()
  },
} as const

/** Counted from the last: what is young is alive more often. */
function lastBut(pick: number, length: number): number {
  return length - 1 - (pick % length)
}

// Half of all steps concern refresh tokens, which have the most rules.
const kinds = fc.oneof(
  { weight: 10, arbitrary: fc.constant('renew' as const) },
  { weight: 4, arbitrary: fc.constantFrom('consent', 'redeem', 'wait') },
  { weight: 3, arbitrary: fc.constantFrom('sweep', 'archive', 'revokeToken', 'revokeGrant') },
)
const pick = fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 2, arbitrary: fc.nat(40) })
const often = fc.integer({ min: 0, max: 8 }).map((each) => each > 0)
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ kind: kinds, pick, flag: often }),
  {
    minLength: 15,
    maxLength: 40,
    size: 'max',
  },
)

/** Nothing can happen to tokens before there are some. */
const OPENING: readonly Step[] = [
  { kind: 'consent', pick: 0, flag: true },
  { kind: 'redeem', pick: 0, flag: true },
]

/** The same steps each time: a change is judged by itself, and by a new seed when one looks. */
const SEED = 20_261_121

forEachStore((name, open) => {
  testLong(
    'codes and tokens are worth what the model says, after any steps at any time',
    async () => {
      const seen = { tokens: 0, dead: 0 }
      const property = fc.asyncProperty(steps, async (all) => {
        const store = await open()
        const here = await createWorld(store, { config: { clients: CLIENTS } })
        const run: Run = { ...here, model: newModel(), codes: [], pairs: [], grantIds: [] }
        for (const step of [...OPENING, ...all]) {
          await STEPS[step.kind](run, step)
          const worth = await Promise.all(
            run.pairs.map(
              async ({ accessToken }) => (await callPrivate(run, accessToken)) === 'bakery',
            ),
          )
          expect(worth).toEqual(run.model.access.map((access) => modelCalls(run.model, access)))
        }
        seen.tokens += run.pairs.length
        seen.dead += run.model.grants.filter(({ state }) => state === 'dead').length
        // Each has connections of its own, and the server of the tests has not so many.
        await store.close()
      })
      const numRuns = name === 'sqlite' ? 60 : 12
      await fc.assert(property, { numRuns, seed: SEED })
      // Steps that lead to no tokens or to no dead grants would prove little.
      expect(seen.tokens).toBeGreaterThan(numRuns / 2)
      expect(seen.dead).toBeGreaterThan(numRuns / 12)
    },
  )
})
