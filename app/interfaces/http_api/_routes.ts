import { type LimitSettings, type Limits, limitsInForce } from '../../contract/limits.ts'
import { memoize } from '../../contract/memo.ts'
import { HTTP_API_PREFIX, type HttpOperation, httpRoute } from '../../contract/operations/mod.ts'
import type { PublicErrorReason } from '../../contract/public_error.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import { deriveParameters, type Parameter } from './_parameters.ts'

type Route = {
  readonly operation: HttpOperation
  readonly parameters: readonly Parameter[]
}

/** A route and the path segment for `{id}`, still percent-encoded. */
export type RouteMatch = { readonly route: Route; readonly id: string }

/** The routes of one snapshot. */
export type RouteTable = {
  readonly limits: Limits
  readonly codes: ReadonlyMap<PublicErrorReason, string>
  readonly match: (path: string) => RouteMatch | undefined
}

const PLACEHOLDER = '{id}'

/**
 * Returns the route table of a snapshot. Paths come from the registry, so a deploy can rename an
 * operation; an unpublished operation has no route (contract 1, rule 4).
 */
export function createRouteTables(settings: LimitSettings): (snapshot: Snapshot) => RouteTable {
  return memoize((snapshot) => createRouteTable(snapshot, settings))
}

function createRouteTable(snapshot: Snapshot, settings: LimitSettings): RouteTable {
  const { registry, published } = snapshot
  const limits = limitsInForce(registry.limits, settings)
  const exact = new Map<string, RouteMatch>()
  const templates: { before: string; after: string; route: Route }[] = []
  for (const { operation, path } of registry.operations) {
    if (!published.has(operation)) continue
    const route = { operation, parameters: deriveQueryParameters(operation, limits) }
    const whole = `${HTTP_API_PREFIX}${path}`
    const at = whole.indexOf(PLACEHOLDER)
    if (at < 0) exact.set(whole, { route, id: '' })
    else {
      templates.push({
        before: whole.slice(0, at),
        after: whole.slice(at + PLACEHOLDER.length),
        route,
      })
    }
  }
  return {
    limits,
    codes: new Map(registry.errors.map(({ reason, code }) => [reason, code])),
    match: (path) => exact.get(path) ?? matchTemplate(path, templates),
  }
}

/** The id of a page is part of the path; all other parameters are part of the query. */
function deriveQueryParameters(operation: HttpOperation, limits: Limits): readonly Parameter[] {
  return httpRoute(operation).place === 'path'
    ? []
    : deriveParameters(httpRoute(operation).parameters(limits))
}

function matchTemplate(
  path: string,
  templates: readonly { before: string; after: string; route: Route }[],
): RouteMatch | undefined {
  for (const { before, after, route } of templates) {
    if (path.length <= before.length + after.length) continue
    if (!path.startsWith(before) || !path.endsWith(after)) continue
    const id = path.slice(before.length, path.length - after.length)
    if (!id.includes('/')) return { route, id }
  }
  return undefined
}
