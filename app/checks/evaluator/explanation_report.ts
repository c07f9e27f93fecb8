import { countOf } from '../../contract/problem.ts'
import type { ExplainedPage, Explanation, Reason, WordMatch } from './explanation.ts'

/** The rules of the order, best first, as the page on ranking numbers them. */
const RULES: Readonly<Record<Reason, readonly [rule: number, text: string]>> = {
  query_names_it: [0, 'the query is its id, its address or an alias of it'],
  question_asks_it: [0, 'a question in its front matter asks this'],
  title_is_query: [1, 'its title is the query'],
  title_has_same_words: [1, 'its title has the same words that count, in the same order'],
  title_has_name: [2, 'its title has the name as typed'],
  description_has_name: [2, 'its description has the name as typed'],
  text_has_name: [2, 'its text has the name as typed'],
  title_has_all: [3, 'its title has all words that count'],
  title_and_description_have_all: [4, 'its title and description together have all words'],
  quoted: [5, 'a heading is the query, or its text quotes it'],
  word_in_title: [6, 'one or two words count, and its title has one'],
  word_in_description: [6, 'one or two words count, and its description has one'],
  word_in_text: [6, 'one or two words count, and only its text has one'],
  evidence: [6, 'its words add up'],
}

const FORMS: Readonly<Record<WordMatch['form'], string>> = {
  as_typed: '',
  form: 'another form',
  longer: 'a longer word that begins so',
  corrected: 'taken for a typo',
  part: 'a part of what was typed',
  synonym: 'a synonym',
}

export function formatExplanation(explanation: Explanation): string {
  const { words, framing, unmatched, corrected, found, pages } = explanation
  const counted = words.map(
    ({ word, pages: holding, weight }) =>
      `${word} (${countOf(holding, 'page')}, weight ${round(weight)})`,
  )
  const taken = [...corrected].map(([typed, word]) => `${typed} as ${word}`)
  const head = [
    formatList('Words that count', counted),
    formatList('Words that only frame the query', framing),
    formatList('On no page', unmatched),
    formatList('Taken for something else', taken),
    `Pages found: ${found}`,
  ].filter((line) => line !== undefined)
  return [head.join('\n'), ...pages.map(formatPage)].join('\n\n')
}

function formatList(label: string, values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : `${label}: ${values.join(', ')}`
}

function formatPage(page: ExplainedPage): string {
  const { rank, title, name, id, reason, parts, words } = page
  const first = `${rank === undefined ? '-' : rank}  ${title} (${name}, ${id})`
  const lines = words.map(({ word, matches }) => `${word}: ${formatMatches(matches)}`)
  return [first, formatReason(reason), ...lines, ...formatParts(parts, reason)]
    .map((line, at) => (at === 0 ? line : `   ${line}`))
    .join('\n')
}

function formatReason(reason: Reason | undefined): string {
  if (reason === undefined) return 'Not found: it has no word that counts, or is hidden from search'
  const [rule, text] = RULES[reason]
  return rule === 0 ? `First: ${text}` : `Rule ${rule}: ${text}`
}

function formatMatches(matches: readonly WordMatch[]): string {
  if (matches.length === 0) return 'nowhere'
  return matches
    .map(({ place, found, form, times }) => {
      const often = place === 'text' || place === 'heading' ? ` ${times} x` : ''
      return form === 'as_typed'
        ? `${place}${often}`
        : `${place}${often} as "${found}", ${FORMS[form]}`
    })
    .join('; ')
}

function formatParts(parts: ExplainedPage['parts'], reason: Reason | undefined): readonly string[] {
  if (parts === undefined) return []
  const { title, description, section, page, quotation, nearness } = parts
  const sum = title + description + section + page + quotation + nearness
  const names = [
    ['title', title],
    ['description', description],
    ['best section', section],
    ['how often in the page', page],
    ['quotation', quotation],
    ['nearness', nearness],
  ] as const
  const added = names.filter(([, part]) => part > 0).map(([name, part]) => `${name} ${round(part)}`)
  if (added.length === 0) return []
  const use = reason === 'evidence' ? '' : ', which only orders pages of the same rule'
  return [`Points: ${round(sum)} = ${added.join(' + ')}${use}`]
}

export function formatExplanationJson(explanation: Explanation): string {
  const { corrected, pages, ...rest } = explanation
  const all = pages.map(({ rank, section, reason, parts, ...page }) => ({
    rank: rank ?? null,
    ...page,
    section: section ?? null,
    reason: reason ?? null,
    rule: reason === undefined ? null : RULES[reason][0],
    parts: parts ?? null,
  }))
  return JSON.stringify({ ...rest, corrected: Object.fromEntries(corrected), pages: all }, null, 2)
}

function round(points: number): string {
  return points.toFixed(2)
}
