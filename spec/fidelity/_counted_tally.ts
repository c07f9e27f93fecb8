import type { CountedCode, CountedPage } from './_counted_page.ts'
import { count, take } from './_pool.ts'
import { decode } from './facts.ts'

/** Sums over pages; each figure is one of them by another. */
export type PageTally = {
  readonly words: number
  readonly missing: number
  readonly extra: number
  readonly clean: number
  readonly code: number
  readonly codeEqual: number
  readonly languages: number
  readonly languagesKept: number
  readonly callouts: number
  readonly calloutsKept: number
  readonly links: number
  readonly linksLive: number
}

type Site = {
  readonly page: string
  /** Our page for the target of a link in the source, if it was imported. */
  readonly resolveOld: (target: string) => string | undefined
  readonly ours: ReadonlyMap<string, CountedPage>
  readonly pathOf: (address: string) => string
}

type PageComparison = { readonly tally: PageTally; readonly details: readonly string[] }

/** Compares one page of the source with its page of ours. */
export function tallyPage(source: CountedPage, result: CountedPage, site: Site): PageComparison {
  const details: string[] = []
  const pool = count(result.words)
  const lead = count(result.lead)
  const missing = source.words.filter((word) => !take(pool, word) && !take(lead, word))
  const kept = count(source.words)
  const extra = result.words.filter((word) => !take(kept, word))
  if (missing.length > 0)
    details.push(`missing ${missing.length}: ${missing.slice(0, 40).join(' ')}`)
  if (extra.length > 0) details.push(`extra ${extra.length}: ${extra.slice(0, 40).join(' ')}`)
  const stray = findStray(source.text, result.text)
  if (stray !== undefined) details.push(`stray: ${stray}`)
  const code = tallyCode(source.code, result.code, details)
  const callouts = tallyCallouts(source.callouts, result.callouts, details)
  const links = tallyLinks(source, result, site, details)
  const tally = {
    ...{ words: source.words.length, missing: missing.length, extra: extra.length },
    ...{ clean: stray === undefined ? 1 : 0, ...code, ...callouts, ...links },
  }
  return { tally, details }
}

/** What only a program should see; on a page about markup, only more of it than there was. */
const STRAYS: readonly RegExp[] = [
  /\*{3,}|(?<![\w*])\*\*(?=\S)/g,
  /<\/?[a-z][\w-]*(?: [^<>\n]*)?>/g,
  /\\\(.*?\\\)|\\\[.*?\\\]|\$\$.+?\$\$/g,
  /¶/g,
  /^ *(?:copy|copied!?|copy code|copy to clipboard) *$/gim,
  /^ *:::/gm,
  /\[(?:docs|source)\]/g,
]

function findStray(before: string, after: string): string | undefined {
  const all = (text: string, mark: RegExp) => [...text.matchAll(mark)].map(([found]) => found)
  for (const [at, mark] of STRAYS.entries()) {
    const found = all(after, mark)
    // A formula is a drawing on the old page, whatever its HTML holds.
    const had = at === 2 ? 0 : all(before, mark).length
    if (found.length > had) return found.slice(0, 5).join(' ')
  }
  return undefined
}

const SAME_LANGUAGE: readonly (readonly string[])[] = [
  ['python', 'python3', 'py', 'py3', 'ipython', 'ipython3', 'pycon'],
  ['sh', 'bash', 'shell', 'zsh', 'console', 'shell-session', 'shellsession', 'powershell-session'],
  ['js', 'javascript', 'jsx', 'mjs'],
  ['ts', 'typescript', 'tsx'],
  ['yaml', 'yml'],
  ['c++', 'cpp'],
  ['c#', 'csharp', 'cs'],
  ['docker', 'dockerfile'],
  ['md', 'markdown', 'myst'],
  ['ini', 'cfg', 'dosini'],
  ['rst', 'rest'],
  ['html', 'html+jinja', 'html+django', 'jinja', 'django', 'htmldjango'],
  ['make', 'makefile'],
]

function canonical(language: string): string {
  return SAME_LANGUAGE.find((names) => names.includes(language))?.[0] ?? language
}

function tallyCode(
  before: readonly CountedCode[],
  after: readonly CountedCode[],
  details: string[],
): Pick<PageTally, 'code' | 'codeEqual' | 'languages' | 'languagesKept'> {
  const left = new Map<string, string[]>()
  for (const { text, language } of after) left.set(text, [...(left.get(text) ?? []), language])
  const sum = { code: before.length, codeEqual: 0, languages: 0, languagesKept: 0 }
  for (const { text, language } of before) {
    const found = left.get(text)?.shift()
    if (found === undefined) details.push(`code differs: ${JSON.stringify(text.slice(0, 80))}`)
    else sum.codeEqual += 1
    if (language === '') continue
    sum.languages += 1
    if (found !== undefined && canonical(found) === canonical(language)) sum.languagesKept += 1
    else details.push(`language ${language} became ${JSON.stringify(found)}`)
  }
  return sum
}

function tallyCallouts(
  before: readonly string[],
  after: readonly string[],
  details: string[],
): Pick<PageTally, 'callouts' | 'calloutsKept'> {
  const pool = count(after)
  const exact = before.filter((kind) => kind !== '')
  const missing = exact.filter((kind) => !take(pool, kind))
  const left = [...pool.values()].reduce((sum, each) => sum + each, 0)
  const open = before.length - exact.length
  const kept = exact.length - missing.length + Math.min(open, left)
  if (kept < before.length) details.push(`callouts ${before.join(' ')} became ${after.join(' ')}`)
  return { callouts: before.length, calloutsKept: kept }
}

function tallyLinks(
  source: CountedPage,
  result: CountedPage,
  { page, resolveOld, ours, pathOf }: Site,
  details: string[],
): Pick<PageTally, 'links' | 'linksLive'> {
  const pool = count(
    result.links.flatMap(({ text, target }) => {
      if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return []
      const [path = '', anchor = ''] = target.split('#')
      const to = path === '' ? page : pathOf(decode(path))
      const there = ours.get(to)
      const isLive = there !== undefined && (anchor === '' || there.ids.has(decode(anchor)))
      return isLive ? [`${text} ${to}`] : []
    }),
  )
  let [links, linksLive] = [0, 0]
  for (const { text, target } of source.links) {
    const [path, anchor = ''] = target.split('#')
    const to = resolveOld(target)
    if (to === undefined) continue
    if (path === '' && anchor !== '' && !source.ids.has(decode(anchor))) continue
    // Where readers are already.
    if (to === page && anchor === '') continue
    links += 1
    if (take(pool, `${text} ${to}`)) linksLive += 1
    else details.push(`link "${text}" (${target}) is not live`)
  }
  return { links, linksLive }
}
