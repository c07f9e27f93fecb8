import type { GrantValue } from '../../contract/business_http.ts'
import {
  maySelectBusiness,
  selectsBusiness,
  selectsBusinessInHeader,
} from '../../contract/business_selectors.ts'
import { quote } from '../../contract/problem.ts'
import { type Case, refuse } from './_case.ts'

/** Whether an input becomes an argument. */
export type Verdict =
  | { readonly as: 'argument'; readonly because?: string }
  | { readonly as: 'grant'; readonly value: GrantValue }
  | { readonly as: 'left_out' }
  | { readonly as: 'refused' }

type InputFacts = {
  readonly name: string
  readonly where: 'path' | 'query' | 'header' | 'body' | 'server'
  readonly isRequired: boolean
  /** Members inside of others take no value of the grant. */
  readonly isNested: boolean
  /** Names of the components that describe a value, and its titles. */
  readonly kinds: readonly string[]
  readonly isAddress: boolean
}

/**
 * Decides by its names what an input is. What names a workspace or a business comes from the grant
 * (contract 5, rule 2); what might name one needs the word of a person.
 */
export function judgeInput(here: Case, input: InputFacts): Verdict {
  const { name, where, isRequired, isNested, kinds } = input
  const { from_grant: grants = {}, not_tenant: reasons = {}, leave_out: left = [] } = here.choices
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
  const because = Object.hasOwn(reasons, name) ? reasons[name] : undefined
  if (grant !== undefined && !isNested && where !== 'server') {
    here.marked.add(name)
    return { as: 'grant', value: grant }
  }
  if (left.includes(name) && !isRequired) {
    here.marked.add(name)
    return { as: 'left_out' }
  }
  const isHeader = where === 'header'
  const isSelector = [name, ...kinds].some(isHeader ? selectsBusinessInHeader : selectsBusiness)
  if (isSelector) return refuseSelector(here, input)
  const doubt = findDoubt(here, input)
  if (doubt === undefined) return { as: 'argument' }
  if (because !== undefined) {
    here.marked.add(name)
    return { as: 'argument', because }
  }
  const marks = [`--not-tenant "${name}=REASON" where it selects none`]
  if (!isNested && where !== 'server') marks.unshift(`--from-grant ${name}=business where it does`)
  if (!isRequired) marks.push(`--leave-out ${name}`)
  refuse(here, name, `the ${where} input ${quote(name)} ${doubt}`, `use ${marks.join(', or ')}`)
  return { as: 'refused' }
}

/** A path may be that of one business, which every caller would reach: `/tenants/acme/jobs`. */
export function judgePath(here: Case): void {
  const { not_tenant: reasons = {} } = here.choices
  const segments = here.operation.path.split('/')
  for (const [at, segment] of segments.entries()) {
    const before = segments[at - 1] ?? ''
    if (segment === '' || /[{}]/.test(before + segment) || !selectsBusiness(before)) continue
    if (Object.hasOwn(reasons, segment)) {
      here.marked.add(segment)
      continue
    }
    const names = `${quote(segment)} after ${quote(before)}`
    const what = `the path has ${names}, so it may select a business`
    refuse(here, undefined, what, `use --not-tenant "${segment}=REASON" where it selects none`)
  }
}

function refuseSelector(here: Case, { name, where, isRequired, isNested }: InputFacts): Verdict {
  const marks = isRequired ? [] : [`--leave-out ${name}`]
  if (!isNested && where !== 'server') marks.unshift(`--from-grant ${name}=business`)
  const fix = marks.length > 0 ? `use ${marks.join(', or ')}` : 'choose another operation'
  const what = `the ${where} input ${quote(name)} selects a workspace or a business`
  refuse(here, name, what, fix)
  return { as: 'refused' }
}

function findDoubt(here: Case, { name, where, kinds, isAddress }: InputFacts): string | undefined {
  if (isAddress) return 'is an address, which may lead to another tenant'
  if (where === 'path' && here.document.shared.has(name)) {
    return 'is in most paths, so it may select a business'
  }
  return [name, ...kinds].some(maySelectBusiness) || where === 'server'
    ? 'may select a business'
    : undefined
}
