import { DAY_MS, HOUR_MS, MINUTE_MS, START_MS } from './granting.ts'

/**
 * The rules of codes and tokens in their shortest form, without a store: what each of them is worth
 * at any moment. The grants module must never disagree.
 */
export type Model = {
  now: number
  businessIsActive: boolean
  readonly grants: ModelGrant[]
  readonly codes: ModelCode[]
  readonly refresh: ModelRefresh[]
  readonly access: ModelAccess[]
}

type ModelGrant = { place: number; state: 'pending' | 'active' | 'dead'; ends: number }
type ModelCode = { readonly grant: ModelGrant; ends: number; used: boolean; forgotten: boolean }
type ModelAccess = { readonly grant: ModelGrant; readonly ends: number; dead: boolean }
type ModelRefresh = {
  readonly grant: ModelGrant
  ends: number
  usedAt: number | undefined
  steppedBack: boolean
  repeated: boolean
  successor: ModelRefresh | undefined
  forgotten: boolean
}

const OVERLAP_MS = 30_000

export function newModel(): Model {
  const lists = { grants: [], codes: [], refresh: [], access: [] }
  return { now: START_MS, businessIsActive: true, ...lists }
}

export function modelConsent(model: Model, place: number): boolean {
  if (!model.businessIsActive) return false
  const ends = model.now + MINUTE_MS
  const grant: ModelGrant = { place, state: 'pending', ends }
  model.grants.push(grant)
  model.codes.push({ grant, ends, used: false, forgotten: false })
  return true
}

export function modelRedeem(model: Model, code: ModelCode, isProven: boolean): string {
  if (code.forgotten || !isProven) return 'invalid_grant'
  if (code.used) code.grant.state = 'dead'
  const isGood = !code.used && code.ends > model.now && code.grant.state === 'pending'
  if (!isGood || !model.businessIsActive) return 'invalid_grant'
  code.used = true
  for (const other of model.grants) {
    if (other.place === code.grant.place && other.state === 'active') other.state = 'dead'
  }
  code.grant.state = 'active'
  code.grant.ends = model.now + 180 * DAY_MS
  issue(model, code.grant)
  return 'tokens'
}

export function modelRenew(model: Model, token: ModelRefresh, isOwner: boolean): string {
  const { grant } = token
  if (token.forgotten || !isOwner || grant.state !== 'active') return 'invalid_grant'
  const isUsed = token.usedAt !== undefined || token.steppedBack
  const mayRepeat = isUsed && isRepeatable(model, token)
  if (isUsed && !mayRepeat) grant.state = 'dead'
  const isGood = isUsed ? mayRepeat && grant.ends > model.now : token.ends > model.now
  if (!isGood || !model.businessIsActive) return 'invalid_grant'
  if (token.successor !== undefined) {
    token.successor.steppedBack = true
    token.successor.ends = grant.ends
  }
  token.repeated = isUsed
  token.usedAt ??= model.now
  token.ends = grant.ends
  token.successor = issue(model, grant)
  return 'tokens'
}

function isRepeatable(model: Model, token: ModelRefresh): boolean {
  const { usedAt, successor } = token
  if (usedAt === undefined || successor === undefined) return false
  const isRecent = Math.abs(model.now - usedAt) < OVERLAP_MS
  return isRecent && !token.steppedBack && !token.repeated && successor.usedAt === undefined
}

function issue(model: Model, grant: ModelGrant): ModelRefresh {
  const until = (ms: number) => Math.min(model.now + ms, grant.ends)
  const token: ModelRefresh = {
    grant,
    ends: until(30 * DAY_MS),
    usedAt: undefined,
    steppedBack: false,
    repeated: false,
    successor: undefined,
    forgotten: false,
  }
  model.access.push({ grant, ends: until(HOUR_MS), dead: false })
  model.refresh.push(token)
  return token
}

/** What the sweep removes is no longer recognised, and must have been worthless. */
export function modelSweep(model: Model): void {
  for (const code of model.codes) code.forgotten ||= code.ends < model.now - DAY_MS
  for (const token of model.refresh) token.forgotten ||= token.ends < model.now - HOUR_MS
}

export function modelCalls({ now }: Model, { grant, ends, dead }: ModelAccess): boolean {
  return !dead && grant.state === 'active' && ends > now && grant.ends > now
}
