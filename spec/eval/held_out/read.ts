import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { LIMITS } from '../../../app/contract/limits.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { findSchemaProblems } from '../../../app/text/source_text/schema_problems.ts'
import { parseYaml } from '../../../app/text/source_text/yaml.ts'

const QuerySchema = Type.String({ minLength: 1, maxLength: LIMITS.queryCharactersMax })

const HeldOutSchema = Type.Object(
  {
    source: Type.String({ minLength: 1 }),
    language: Type.String({ minLength: 2 }),
    questions: Type.Array(
      Type.Object(
        {
          query: QuerySchema,
          kind: Type.Union([
            Type.Literal('sentence'),
            Type.Literal('words'),
            Type.Literal('error'),
            Type.Literal('task'),
          ]),
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
          // A quote in Chinese says in twelve characters what takes twenty in English.
          holds: Type.Array(Type.String({ minLength: 12, maxLength: 120 }), { minItems: 1 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
    unanswered: Type.Array(
      Type.Object(
        { query: QuerySchema, note: Type.String({ minLength: 1 }) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

/** Questions about one documentation, which no rule, weight or word list is tuned on. */
export type HeldOut = Static<typeof HeldOutSchema> & { readonly name: string }

/** The held-out questions of each documentation, by name. */
export async function readHeldOut(): Promise<readonly HeldOut[]> {
  const files = (await readdir(import.meta.dir)).filter((file) => file.endsWith('.yaml')).sort()
  return await Promise.all(files.map(readFileOf))
}

async function readFileOf(file: string): Promise<HeldOut> {
  const { source, problems } = parseYaml(file, await Bun.file(join(import.meta.dir, file)).text())
  const { value } = source
  if (problems.length === 0 && Value.Check(HeldOutSchema, value)) {
    return { name: file.replace(/\.yaml$/, ''), ...value }
  }
  const found = [...problems, ...findSchemaProblems(HeldOutSchema, source)]
  throw new Error(found.map(formatProblem).join('\n'))
}

/** Whether a passage holds one of the quotes; marks, links and white space do not matter. */
export function holdsAnswer(passage: string, holds: readonly string[]): boolean {
  const text = stripMarks(passage)
  return holds.some((quoted) => text.includes(stripMarks(quoted)))
}

/**
 * What an import no longer has: pages that a question names, and answers that are on none of its
 * pages. `pages` are the texts by path.
 */
export function findLost(
  { questions }: HeldOut,
  pages: ReadonlyMap<string, string>,
): readonly string[] {
  return questions.flatMap(({ query, pages: named, holds }) => {
    const lost = named.filter(({ path }) => !pages.has(path)).map(({ path }) => `page ${path}`)
    const texts = named.map(({ path }) => pages.get(path) ?? '')
    const unheld = holds.filter((quoted) => !texts.some((text) => holdsAnswer(text, [quoted])))
    return [...lost, ...unheld].map((what) => `${what}: ${query}`)
  })
}

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' } as const

function stripMarks(markdown: string): string {
  return markdown
    .replace(/\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g, ']')
    .replace(/\s\{#[^}]*\}/g, '')
    .replace(/<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, readEntity)
    .replace(/[\s*_`\\|>#[\]]/g, '')
}

function readEntity(entity: string): string {
  return Object.entries(ENTITIES).find(([name]) => name === entity)?.[1] ?? entity
}
