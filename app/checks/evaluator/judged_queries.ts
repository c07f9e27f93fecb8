import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { LIMITS } from '../../contract/limits.ts'
import { type Problem, problemAt, quote } from '../../contract/problem.ts'
import { findNearest } from '../../text/source_text/nearest_word.ts'
import { findSchemaProblems } from '../../text/source_text/schema_problems.ts'
import { readText, type SourceFile } from '../../text/source_text/source_file.ts'
import { parseYaml, type YamlSource } from '../../text/source_text/yaml.ts'
import { readColumn } from '../../text/source_text/yaml_column.ts'
import type { Question } from './measure.ts'
import { wordsOf } from './words.ts'

const QueriesFileSchema = Type.Array(
  Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: LIMITS.queryCharactersMax }),
      pages: Type.Array(
        Type.Object(
          {
            path: Type.String({ minLength: 1 }),
            grade: Type.Union([Type.Literal(3), Type.Literal(2), Type.Literal(1)]),
          },
          { additionalProperties: false },
        ),
        { minItems: 1 },
      ),
      asked_by: Type.Union([Type.Literal('person'), Type.Literal('agent')]),
      note: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  { minItems: 1 },
)
type QueriesFile = Static<typeof QueriesFileSchema>

type JudgedQueries = {
  readonly questions: readonly Question[]
  readonly problems: readonly Problem[]
}

/**
 * Reads `eval/queries.yaml` or a file of its form: what people and agents ask, and the pages that
 * answer it. The file is optional. `names` are those of the pages, in order; without them paths are
 * not checked.
 */
export async function readJudgedQueries(
  file: SourceFile,
  names: readonly string[] | undefined,
): Promise<JudgedQueries> {
  const text = await readText(file)
  if (!text.ok) {
    return { questions: [], problems: text.error === 'missing' ? [] : [text.error] }
  }
  const { source, problems } = parseYaml(file.name, text.value)
  if (problems.length > 0 && source.value === undefined) return { questions: [], problems }
  const found = [
    ...problems,
    ...findSchemaProblems(QueriesFileSchema, source),
    ...checkQueries(source),
    ...checkPaths(source, names),
  ]
  const { value } = source
  if (found.length > 0 || !Value.Check(QueriesFileSchema, value)) {
    return { questions: [], problems: found }
  }
  return { questions: questionsOf(value, names ?? []), problems: [] }
}

function questionsOf(queries: QueriesFile, names: readonly string[]): readonly Question[] {
  const positions = new Map(names.map((name, at) => [name, at]))
  return queries.map(({ query, pages }) => ({
    query,
    wanted: pages.map(({ path, grade }) => ({ page: positions.get(path) ?? -1, grade })),
  }))
}

function checkQueries(source: YamlSource): readonly Problem[] {
  const seen = new Set<string>()
  return readColumn(source, [], 'query').flatMap(({ text, place }) => {
    const key = text.trim().toLowerCase().replace(/\s+/g, ' ')
    if (wordsOf(text).length === 0) {
      return [problemAt(place, `the query ${quote(text)} has no words`, 'write what somebody asks')]
    }
    if (seen.has(key)) {
      return [problemAt(place, `the query ${quote(text)} is listed twice`, 'keep one of the two')]
    }
    seen.add(key)
    return []
  })
}

function checkPaths(source: YamlSource, names: readonly string[] | undefined): readonly Problem[] {
  const known = names === undefined ? undefined : new Set(names)
  const rows = Array.isArray(source.value) ? source.value.length : 0
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
    const seen = new Set<string>()
    return readColumn(source, [row, 'pages'], 'path').flatMap(({ text, place }) => {
      if (seen.has(text)) {
        const what = `the page ${quote(text)} is listed twice in one query`
        return [problemAt(place, what, 'keep one of the two')]
      }
      seen.add(text)
      if (known === undefined || known.has(text)) return []
      return [problemAt(place, `there is no page ${quote(text)}`, fixPath(text, known))]
    })
  })
}

/** Common mistakes are the extension, slashes at the ends, and a folder for its index page. */
function fixPath(text: string, known: ReadonlySet<string>): string {
  const bare = text.replace(/\.md$/, '').replace(/^\/|\/$/g, '')
  const fixed = [bare, bare === '' ? 'index' : `${bare}/index`].find((name) => known.has(name))
  const meant = fixed ?? findNearest(text, known)
  return meant === undefined
    ? 'name a page file below pages/, without its .md'
    : `write ${quote(meant)}`
}
