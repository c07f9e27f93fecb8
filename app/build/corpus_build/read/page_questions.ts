import { Type } from '@sinclair/typebox'
import { LIMITS } from '../../../contract/limits.ts'
import type { Problem } from '../../../contract/problem.ts'
import { closed, line, oneLine } from '../../../contract/registry_words.ts'
import type { Field, SourceQuestion } from '../../../docs/model/source.ts'
import { findSchemaProblems } from '../../../text/source_text/schema_problems.ts'
import type { YamlSource } from '../../../text/source_text/yaml.ts'
import {
  type Cell,
  listRows,
  readColumn,
  readValue,
} from '../../../text/source_text/yaml_column.ts'
import type { FrontMatter } from './front_matter.ts'

const KEY = 'questions'

const ask = oneLine(LIMITS.questionCharactersMax)
const AskedOfSection = Type.Object(
  { ask, section: Type.Optional(line) },
  { ...closed, description: 'a text, or a map such as { ask: how do I start, section: install }' },
)
const questions = Type.Array(Type.Union([ask, AskedOfSection]), {
  minItems: 1,
  maxItems: LIMITS.questionsMax,
  description: 'a list such as [how do I start]',
})

/** The key of front matter for what readers ask in their words. */
export const QuestionsSchema = Type.Object({ [KEY]: Type.Optional(questions) })

/** Reads the questions of a page, each a text or a map that names a section too. */
export function readQuestions({ source }: FrontMatter): {
  readonly questions: readonly SourceQuestion[]
  readonly problems: readonly Problem[]
} {
  const value = source === undefined ? undefined : readValue(source.value, [KEY])
  if (source === undefined || value === undefined) return { questions: [], problems: [] }
  const problems = findSchemaProblems(chooseSchema(value), source)
  return { questions: problems.length > 0 ? [] : listQuestions(source), problems }
}

/** Each row is a text or a map, and what is wrong is said of that. */
function chooseSchema(value: unknown) {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= LIMITS.questionsMax
  if (!isList) return QuestionsSchema
  const rows = value.map((row) => (typeof row === 'object' && row !== null ? AskedOfSection : ask))
  return Type.Object({ [KEY]: Type.Tuple(rows) })
}

function listQuestions(source: YamlSource): readonly SourceQuestion[] {
  const texts = readColumn(source, [KEY])
  const maps = readColumn(source, [KEY], 'ask')
  const sections = readColumn(source, [KEY], 'section')
  const find = (cells: readonly Cell[], row: number): Field | undefined => {
    const cell = cells.find((each) => each.row === row)
    return cell === undefined ? undefined : { text: cell.text, place: cell.place }
  }
  return listRows(source, [KEY]).flatMap((row) => {
    const asked = find(texts, row) ?? find(maps, row)
    return asked === undefined ? [] : [{ ask: asked, section: find(sections, row) }]
  })
}
