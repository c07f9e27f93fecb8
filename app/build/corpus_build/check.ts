import { BusinessRegistrySchema } from '../../contract/business.ts'
import { LIMITS } from '../../contract/limits.ts'
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
import { findSchemaProblems } from '../../text/source_text/schema_problems.ts'
import { parseYaml } from '../../text/source_text/yaml.ts'
import { findPrivateAddresses } from './check/addresses.ts'
import { checkBusiness } from './check/business.ts'
import { checkExamples } from './check/examples.ts'
import { warnOfQuestions } from './check/questions.ts'
import { findLostAddresses } from './check/redirects.ts'
import { type CorpusOptions, readSource } from './corpus.ts'

/** Checks a corpus without writing: returns all its problems, or else its warnings. */
export async function check(
  options: CorpusOptions,
): Promise<
  Result<{ readonly pages: number; readonly warnings: readonly Problem[] }, readonly Problem[]>
> {
  const read = await readSource(options)
  if (!read.ok) return read
  const { source, corpus } = read.value
  const warnings = [
    ...findWarnings(source, corpus),
    ...checkExamples(source.registry, corpus),
    ...warnOfQuestions(source.pages, corpus),
  ]
  return ok({ pages: corpus.pages.length, warnings: sortProblems(warnings) })
}

/** What is allowed, and probably a mistake. */
export function findWarnings(source: Source, corpus: Corpus): readonly Problem[] {
  const { pages, folders, changes, registry, business, sisters, skills } = source
  const capabilities = registry.capabilities ?? []
  return [
    ...[registry, business, sisters, skills, ...folders, ...changes].flatMap(
      ({ warnings }) => warnings,
    ),
    ...pages.flatMap((page) => [...page.warnings, ...findPageWarnings(page)]),
    ...findMissingFrontPage(source),
    ...findPrivateAddresses(source),
    ...findLostAddresses(source, corpus.pages),
    ...capabilities.flatMap((capability) => findCapabilityWarnings(capability, pages, changes)),
  ]
}

function findPageWarnings(page: SourcePage): readonly Problem[] {
  const { body, bodyLine, origins, place } = page
  const line = (at: number): Place => {
    return { file: place.file, line: bodyLine + at, ...origins?.[at], column: 1 }
  }
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
  if (length <= LIMITS.pageCharactersFine) return tops
  const what = `the page has ${length} characters, more than ${LIMITS.pageCharactersFine}`
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

/** What the build would have against a business registry that is not written yet. */
export function checkBusinessText(name: string, text: string): readonly Problem[] {
  const { source, problems } = parseYaml(name, text)
  if (source.value === undefined) return problems
  const faults = findSchemaProblems(BusinessRegistrySchema, source)
  return [...problems, ...faults, ...checkBusiness(source)]
}
