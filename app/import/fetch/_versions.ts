import { listNames } from '../../contract/problem.ts'
import { sortVersions } from '../source/files/choice.ts'
import type { Scope } from './_addresses.ts'
import type { Findings } from './_findings.ts'

/** Folders that hold the documentation of one version. */
const VERSION = new RegExp(
  '^(?:v?\\d+(?:\\.(?:\\d+|x)){0,4}(?:[.-]?(?:rc|beta|alpha|dev)[.\\d-]{0,9})?|' +
    'latest|stable|current|next|main|master|dev)$',
  'i',
)
const CURRENT = ['stable', 'latest', 'current']

/**
 * The folders of versions to leave out, where a site has several: the one that was asked for stays,
 * else the pages without a version, else the current or newest.
 */
export function chooseVersion(
  addresses: readonly URL[],
  scope: Scope,
  wish: string | undefined,
  findings: Findings,
): readonly string[] {
  const counts = new Map<string, number>()
  for (const { pathname, href } of addresses) {
    // The first page may be that of all versions.
    if (href === scope.start) continue
    const [first = ''] = pathname.slice(scope.base.length).split('/', 1)
    const isFolder = pathname.slice(scope.base.length).includes('/')
    const name = isFolder && VERSION.test(first) ? first : ''
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const unversioned = counts.get('') ?? 0
  counts.delete('')
  const found = [...counts.keys()]
  const isUnversioned = unversioned > 0 && unversioned * 2 >= Math.max(0, ...counts.values())
  const wanted = found.find((each) => each === wish)
  if (wanted === undefined && found.length < 2) return []
  const newest = CURRENT.find((each) => counts.has(each)) ?? sortVersions(found)[0]
  const chosen = wanted ?? (isUnversioned ? undefined : newest)
  const left = found.filter((each) => each !== chosen)
  const kept = chosen === undefined ? 'the pages without a version are' : `version "${chosen}" is`
  const what = `${kept} imported, and ${listNames(left)} left out`
  if (left.length > 0) findings.addNote(scope.start, what, 'name another with --version')
  return left.map((name) => `${scope.base}${name}/`)
}
