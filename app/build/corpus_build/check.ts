import {
  compare,
  type Place,
  type Problem,
  problemAt,
  quote,
  sortProblems,
} from '../../contract/problem.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { Corpus } from '../../docs/model/corpus.ts'
import type { Source, SourceCapability, SourceChange, SourcePage } from '../../docs/model/source.ts'
import { findPrivateAddresses } from './check/addresses.ts'
import { checkExamples } from './check/examples.ts'
import { findLostAddresses } from './check/moves.ts'
import { type CorpusOptions, readSource } from './corpus.ts'

/** Longest page in characters of Markdown that people and models can read in one go. */
const PAGE_CHARACTERS_FINE = 50_000

/** Checks a corpus without writing: returns all its problems, or else its warnings. */
export async function check(
  options: CorpusOptions,
): Promise<
  Result<{ readonly pages: number; readonly warnings: readonly Problem[] }, readonly Problem[]>
> {
  const read = await readSource(options)
  if (!read.ok) return read
  const { source, corpus } = read.value
  const warnings = [...findWarnings(source, corpus), ...checkExamples(source.registry, corpus)]
  return ok({ pages: corpus.pages.length, warnings: sortProblems(warnings) })
}

/** What is allowed, and probably a mistake. */
export function findWarnings(source: Source, corpus: Corpus): readonly Problem[] {
  const { pages, folders, changes, registry, business, sisters } = source
  const capabilities = registry.capabilities ?? []
  return [
    ...[registry, business, sisters, ...folders, ...changes].flatMap(({ warnings }) => warnings),
    ...pages.flatMap((page) => [...page.warnings, ...findPageWarnings(page)]),
    ...findMissingFrontPage(source),
    ...findPrivateAddresses(source),
    ...findLostAddresses(source, corpus.pages),
    ...capabilities.flatMap((capability) => findCapabilityWarnings(capability, pages, changes)),
  ]
}

function findPageWarnings(page: SourcePage): readonly Problem[] {
  const { body, bodyLine, place } = page
  const line = (at: number): Place => ({ file: place.file, line: bodyLine + at, column: 1 })
  const tops = (page.headings ?? [])
    .filter(({ level }) => level === 1)
    .map(({ text, line: at }) =>
      problemAt(
        line(at),
        `the heading ${quote(text)} has level 1, like the title`,
        'remove it if it repeats the title, otherwise make it level 2',
      ),
    )
  const { length } = body
  if (length <= PAGE_CHARACTERS_FINE) return tops
  const what = `the page has ${length} characters, more than ${PAGE_CHARACTERS_FINE}`
  return [...tops, problemAt(place, what, 'split it into several pages')]
}

function findMissingFrontPage({ pages, pagesPlace }: Source): readonly Problem[] {
  if (pages.some(({ path }) => path === '')) return []
  return [problemAt(pagesPlace, 'the corpus has no front page', 'add pages/index.md')]
}

function findCapabilityWarnings(
  { id, status, place }: SourceCapability,
  pages: readonly SourcePage[],
  changes: readonly SourceChange[],
): readonly Problem[] {
  const warnings: Problem[] = []
  if (!pages.some(({ capability }) => capability.text === id)) {
    const what = `the capability ${quote(id)} has no page`
    warnings.push(problemAt(place, what, 'write one, or remove the capability'))
  }
  // A changelog entry need not name a status; readers know the one that was named last.
  const latest = changes
    .filter((change) => change.capability?.text === id && change.status !== undefined)
    .sort((a, b) => compare(b.date.text, a.date.text) || compare(b.id, a.id))[0]
  const last = latest?.status?.text
  if (latest !== undefined && last !== status) {
    const what = `the capability ${quote(id)} is ${status}, but its last change says ${last}`
    warnings.push(
      problemAt(place, `${what} (${latest.id}.md)`, 'write a change, or fix the status'),
    )
  }
  return warnings
}
