import {
  type ConsentCode,
  findForm,
  newProof,
  openConsentPage,
  redeem,
  refresh,
  register,
  type TokenAnswer,
} from '../races/client.ts'
import { createBusinessCaller } from '../support/business_calls.ts'
import type { HeadlessBrowser } from '../support/headless_browser.ts'
import { attempt, insist, type World } from './_world.ts'

/** A little less than the overlap in which a refresh token may be used once more. */
const OVERLAP_SURE_MS = 25_000
/** A little less than the lifetime of a code. */
const CODE_SURE_MS = 50_000

/** Connects one client after another, each with its own code. */
export async function redeemCodes(
  world: World,
  name: string,
  browser: HeadlessBrowser,
): Promise<void> {
  for (let count = 0; await world.gate.pass(); count += 1) {
    await connect(world, { name: `${name} ${count}`, browser, inUse: false })
    if (world.random() < 0.2) await replayOne(world)
  }
}

type Connection = TokenAnswer & { readonly clientId: string }

async function connect(
  world: World,
  given: { readonly name: string; readonly browser: HeadlessBrowser; readonly inUse: boolean },
): Promise<Connection | undefined> {
  const { name, browser, inUse } = given
  const clientId = await insist(world, 'a registration', () => register(world.url, name))
  if (clientId === undefined) return undefined
  const consented = await obtainCode(world, clientId, browser)
  if (consented === undefined) return undefined
  const startedMs = Date.now()
  for (let lost = 0; await world.gate.pass(); lost += 1) {
    const answer = await attempt(world, 'a redemption', () =>
      redeem(world.url, clientId, consented),
    )
    if (answer === undefined) continue
    if (answer.status === 200) {
      const { access, refresh: next } = answer
      const redemption = { clientId, ...consented, access, refresh: next, inUse, replayed: false }
      world.record.redeemed.push(redemption)
      return { ...answer, clientId }
    }
    const isLate = Date.now() - startedMs > CODE_SURE_MS
    if (lost > 0 && answer.error === 'invalid_grant') world.record.figures.usedUpUnanswered += 1
    else if (!isLate) world.record.violations.add(`a code was refused: ${JSON.stringify(answer)}`)
    return undefined
  }
  return undefined
}

async function obtainCode(
  world: World,
  clientId: string,
  browser: HeadlessBrowser,
): Promise<ConsentCode | undefined> {
  const { verifier, challenge } = newProof()
  const page = await insist(world, 'a consent page', () =>
    openConsentPage(browser, world.url, { clientId, challenge }),
  )
  if (page === undefined) return undefined
  if (page.signedIn) world.record.violations.add('a session was lost: consent asks to sign in')
  const form = findForm(page, 'Allow')
  const [business = ''] = form.choices.get('business') ?? []
  const back = await attempt(world, 'a consent', () =>
    browser.submit(
      form,
      form.buttons.find(({ text }) => text.includes('Allow')),
      { business },
    ),
  )
  if (back === undefined) return undefined
  const code = new URL(back.url).searchParams.get('code')
  if (code !== null) return { code, verifier }
  world.record.violations.add(`a consent gave no code: ${back.status}`)
  return undefined
}

/** An acknowledged code is used up, whatever was killed since; using it again ends its tokens. */
async function replayOne(world: World): Promise<void> {
  const alive = world.record.redeemed.filter(({ inUse, replayed }) => !inUse && !replayed)
  const chosen = alive[Math.floor(world.random() * alive.length)]
  if (chosen === undefined) return
  chosen.replayed = true
  const again = await insist(world, 'a replay', () => redeem(world.url, chosen.clientId, chosen))
  if (again === undefined) return
  world.record.figures.codesReplayed += 1
  if (again.status === 200) world.record.violations.add('a code was redeemed twice')
  const { call } = createBusinessCaller(world.url)
  const late = await insist(world, 'a call with a dead token', () =>
    call('get_business_profile', {}, chosen.access),
  )
  if (late?.status === 200)
    world.record.violations.add('a token still works after its code came twice')
}

/** Refreshes one grant without pause, as a client does that keeps the newest token. */
export async function refreshContinuously(
  world: World,
  name: string,
  browser: HeadlessBrowser,
): Promise<void> {
  for (let count = 0; await world.gate.pass(); count += 1) {
    const connected = await connect(world, { name: `${name} ${count}`, browser, inUse: true })
    if (connected === undefined) continue
    let current = connected.refresh
    while (current !== '' && (await world.gate.pass())) {
      current = await refreshOnce(world, connected.clientId, current)
    }
  }
}

/** The next token, or an empty text if the grant had to end. */
async function refreshOnce(world: World, clientId: string, used: string): Promise<string> {
  const { record } = world
  let firstMs = 0
  for (let lost = 0; await world.gate.pass(); lost += 1) {
    if (firstMs === 0) firstMs = Date.now()
    const answer = await attempt(world, 'a refresh', () => refresh(world.url, clientId, used))
    if (answer === undefined) continue
    if (answer.status === 200) {
      record.refreshed.push({ used, next: answer.refresh, access: answer.access })
      return answer.refresh
    }
    // The overlap covers one lost answer; a client that loses two looks like a thief.
    const mayEnd = lost > 1 || (lost === 1 && Date.now() - firstMs > OVERLAP_SURE_MS)
    if (mayEnd && answer.error === 'invalid_grant') record.figures.usedUpUnanswered += 1
    else record.violations.add(`a refresh was refused after ${lost} lost: ${answer.error}`)
    return ''
  }
  return ''
}
