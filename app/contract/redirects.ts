import { type Static, Type } from '@sinclair/typebox'

/**
 * Where old paths lead; no path has slashes at its ends, and `''` is the front page. A target is a
 * path of the site, which may end with an anchor, or an address elsewhere.
 */
export const RedirectRulesSchema = Type.Object({
  /** Where each old path of a page leads now. */
  redirects: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Where everything below a path leads; `*` at the end of a target stands for what follows. */
  redirect_folders: Type.Optional(Type.Record(Type.String(), Type.String())),
})
export type RedirectRules = Static<typeof RedirectRulesSchema>

/** What an old path comes to. */
export type RedirectEnd =
  | { readonly kind: 'path'; readonly path: string; readonly anchor: string }
  | { readonly kind: 'address'; readonly url: string }
  /** The rules lead to a path where nothing is. */
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'circle' }

/** Redirects that follow each other; more are a circle, or nobody's intention. */
const REDIRECTS_FOLLOWED_MAX = 16

/** Follows the rules from an old path to something that is there; absent if none applies. */
export function followRedirects(
  rules: RedirectRules,
  from: string,
  isThere: (path: string) => boolean,
): RedirectEnd | undefined {
  let [path, anchor] = [from, '']
  for (let count = 0; count < REDIRECTS_FOLLOWED_MAX; count += 1) {
    const target = findTarget(rules, path)
    if (target === undefined) return count === 0 ? undefined : { kind: 'missing', path }
    if (isAddress(target)) return { kind: 'address', url: target }
    const at = target.indexOf('#')
    path = at < 0 ? target : target.slice(0, at)
    anchor = at < 0 ? anchor : target.slice(at + 1)
    if (isThere(path)) return { kind: 'path', path, anchor }
  }
  return { kind: 'circle' }
}

/** No name of a page has a colon. */
function isAddress(target: string): boolean {
  return /^https?:\/\//.test(target)
}

function findTarget({ redirects, redirect_folders }: RedirectRules, path: string) {
  const exact = readRule(redirects, path)
  if (exact !== undefined || redirect_folders === undefined) return exact
  for (let end = path.length; end >= 0; ) {
    const target = readRule(redirect_folders, path.slice(0, end))
    if (target !== undefined) return insertRest(target, path.slice(end).replace(/^\//, ''))
    end = end === 0 ? -1 : Math.max(path.lastIndexOf('/', end - 1), 0)
  }
  return undefined
}

/** The nearest rule decides; what follows its path goes where the target has its `*`. */
function insertRest(target: string, rest: string): string {
  if (!target.endsWith('*')) return target
  const before = target.slice(0, -1)
  if (isAddress(target)) return before + rest.split('/').map(encodeURIComponent).join('/')
  return `${before}${rest}`.replace(/\/$/, '')
}

function readRule(rules: RedirectRules['redirects'], path: string): string | undefined {
  return rules !== undefined && Object.hasOwn(rules, path) ? rules[path] : undefined
}
