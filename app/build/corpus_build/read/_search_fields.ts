import { LIMITS } from '../../../contract/limits.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { isStanding, type PageSearch, STANDINGS_WRITTEN } from '../../../docs/model/corpus.ts'
import type { SourceQuestion } from '../../../docs/model/source.ts'
import { describeNotText } from '../../../text/source_text/schema_problems.ts'
import { listRows, readColumn, readValue } from '../../../text/source_text/yaml_column.ts'
import { type FieldCheck, type FrontMatter, readField } from './front_matter.ts'
import { readQuestions } from './page_questions.ts'

const checkStanding: FieldCheck = (text) =>
  isStanding(text)
    ? undefined
    : [`"search" is ${quote(text)}`, `write ${STANDINGS_WRITTEN.join(' or ')}, or remove it`]

/** Reads what a page says to search alone: words and questions of readers, and its standing. */
export function readSearchFields(front: FrontMatter): {
  readonly search: PageSearch
  readonly questions: readonly SourceQuestion[]
  readonly problems: readonly Problem[]
} {
  const { field, present, problems } = readField(front, 'search', checkStanding)
  const keywords = readKeywords(front)
  const asked = readQuestions(front)
  const questions = asked.questions.map(({ ask: { text: ask }, section }) =>
    section === undefined ? { ask } : { ask, section: section.text },
  )
  const standing = present && isStanding(field.text) ? field.text : 'normal'
  return {
    search: { keywords: keywords.texts, questions, standing },
    questions: asked.questions,
    problems: [...problems, ...keywords.problems, ...asked.problems],
  }
}

function readKeywords({ source }: FrontMatter): {
  readonly texts: readonly string[]
  readonly problems: readonly Problem[]
} {
  const value = source === undefined ? undefined : readValue(source.value, ['keywords'])
  if (source === undefined || value === undefined) return { texts: [], problems: [] }
  const place = source.locateValue(['keywords'])
  if (!Array.isArray(value)) {
    const problem = problemAt(place, '"keywords" is not a list', 'write it as [nginx, proxy]')
    return { texts: [], problems: [problem] }
  }
  const problems: Problem[] = []
  if (value.length > LIMITS.keywordsMax) {
    const what = `"keywords" has ${value.length} entries, more than ${LIMITS.keywordsMax}`
    problems.push(problemAt(place, what, 'keep those that readers search for'))
  }
  for (const row of listRows(source, ['keywords'])) {
    const path = ['keywords', row]
    const text = value[row]
    if (typeof text === 'string' && text !== '') continue
    problems.push(describeNotText(source, path, `entry ${row + 1} of "keywords"`, text || null))
  }
  const lines = new Map<string, number>()
  const cells = readColumn(source, ['keywords'])
  for (const { text, place: at } of cells) {
    const line = lines.get(text.toLowerCase())
    lines.set(text.toLowerCase(), line ?? at.line)
    const wrong = checkKeyword(text, line)
    if (wrong !== undefined) problems.push(problemAt(at, wrong[0], wrong[1]))
  }
  return { texts: cells.map(({ text }) => text), problems }
}

function checkKeyword(text: string, earlierLine: number | undefined): ReturnType<FieldCheck> {
  const { length } = [...text]
  if (length > LIMITS.phraseCharactersMax) {
    const what = `a keyword has ${length} characters, more than ${LIMITS.phraseCharactersMax}`
    return [what, 'shorten it']
  }
  if (/\p{Cc}/u.test(text)) return ['a keyword has a control character', 'remove it']
  if (earlierLine === undefined) return undefined
  return [`the keyword ${quote(text)} is already on line ${earlierLine}`, 'remove one of the two']
}
