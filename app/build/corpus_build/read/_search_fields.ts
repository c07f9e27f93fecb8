import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { SEARCH_PHRASE_CHARACTERS_MAX } from '../../../contract/registry_search.ts'
import { isStanding, type PageSearch, STANDINGS_WRITTEN } from '../../../docs/model/page_search.ts'
import { describeNotText } from '../../../text/source_text/schema_problems.ts'
import { listRows, readColumn, readValue } from '../../../text/source_text/yaml_column.ts'
import { KEYWORDS_MAX } from './_front_matter_schema.ts'
import { type FieldCheck, type FrontMatter, readField } from './front_matter.ts'

const checkStanding: FieldCheck = (text) =>
  isStanding(text)
    ? undefined
    : [`"search" is ${quote(text)}`, `write ${STANDINGS_WRITTEN.join(' or ')}, or remove it`]

/** Reads what a page says about search: its keywords, and whether search finds it as any other. */
export function readSearchFields(front: FrontMatter): {
  readonly search: PageSearch
  readonly problems: readonly Problem[]
} {
  const { field, present, problems } = readField(front, 'search', checkStanding)
  const keywords = readKeywords(front)
  const standing = present && isStanding(field.text) ? field.text : 'normal'
  return {
    search: { keywords: keywords.texts, standing },
    problems: [...problems, ...keywords.problems],
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
  if (value.length > KEYWORDS_MAX) {
    const what = `"keywords" has ${value.length} entries, more than ${KEYWORDS_MAX}`
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
  if (length > SEARCH_PHRASE_CHARACTERS_MAX) {
    const what = `a keyword has ${length} characters, more than ${SEARCH_PHRASE_CHARACTERS_MAX}`
    return [what, 'shorten it']
  }
  if (/\p{Cc}/u.test(text)) return ['a keyword has a control character', 'remove it']
  if (earlierLine === undefined) return undefined
  return [`the keyword ${quote(text)} is already on line ${earlierLine}`, 'remove one of the two']
}
