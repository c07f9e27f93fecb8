import type { RedirectRules } from '../../contract/redirects.ts'

/** Where an old address leads. */
export type RedirectTarget =
  /** A path of this site without slashes at its ends, and an anchor on the page there. */
  | { readonly kind: 'path'; readonly path: string; readonly anchor: string }
  /** An address elsewhere, whole. */
  | { readonly kind: 'address'; readonly url: string }

/** One entry of `redirects.yaml`. */
export type Redirect = {
  /** The old path, without slashes at its ends. */
  readonly from: string
  /** Whether everything below the old path leads there as well. */
  readonly isFolder: boolean
  readonly to: RedirectTarget
  /** Whether what follows the old path follows the new one. */
  readonly keepsRest: boolean
}

/** An address and its twin are one page, and so are the forms that a page redirects from. */
export function normalizeOldPath(path: string): string | undefined {
  const bare = path.replace(/^\//, '').replace(/(?:^|\/)index\.(?:html|md)$|\/$/, '')
  if (bare === '') return ''
  const isPlain = bare.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  return isPlain ? bare : undefined
}

/** The rules by which a service redirects; `moved` has the old paths that pages name themselves. */
export function writeRedirects(
  moved: readonly (readonly [from: string, to: string])[],
  listed: readonly Redirect[],
): RedirectRules {
  const exact = listed.filter(({ isFolder }) => !isFolder)
  const folders = listed.filter(({ isFolder }) => isFolder)
  return {
    ...writeRules('redirects', [...exact.map(writeRule), ...moved]),
    ...writeRules('redirect_folders', folders.map(writeRule)),
  }
}

function writeRules(
  key: keyof RedirectRules,
  rules: readonly (readonly [from: string, to: string])[],
): RedirectRules {
  return rules.length === 0 ? {} : { [key]: Object.fromEntries(rules) }
}

function writeRule({ from, to, keepsRest }: Redirect): readonly [from: string, to: string] {
  if (to.kind === 'address') {
    return [from, keepsRest ? `${to.url.replace(/\/$/, '')}/*` : to.url.replace(/\*$/, '%2A')]
  }
  if (keepsRest) return [from, to.path === '' ? '*' : `${to.path}/*`]
  return [from, to.anchor === '' ? to.path : `${to.path}#${to.anchor}`]
}
