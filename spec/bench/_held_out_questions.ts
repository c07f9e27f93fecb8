import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Glob } from 'bun'
import { parse } from 'yaml'

const STRICT = { additionalProperties: false } as const

const QuestionSchema = Type.Object(
  {
    query: Type.String({ minLength: 1 }),
    kind: Type.Union([
      Type.Literal('sentence'),
      Type.Literal('words'),
      Type.Literal('error'),
      Type.Literal('task'),
    ]),
    /** 3 answers the question fully, 2 answers much of it, 1 is related; the best page first. */
    pages: Type.Array(
      Type.Object({ path: Type.String({ minLength: 1 }), grade: Type.Integer() }, STRICT),
      { minItems: 1 },
    ),
    /** Quotes: a passage with any of them holds the answer. */
    holds: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  },
  STRICT,
)
export type HeldOutQuestion = Static<typeof QuestionSchema>

const FileSchema = Type.Object(
  {
    /** Where the documentation is from, and how the comments of the file say to prepare it. */
    source: Type.String({ minLength: 1 }),
    language: Type.String({ minLength: 2 }),
    questions: Type.Array(QuestionSchema, { minItems: 1 }),
    unanswered: Type.Array(Type.Object({ query: Type.String(), note: Type.String() }, STRICT)),
  },
  STRICT,
)

/** Questions about one documentation; its import is the folder of this name. */
export type HeldOut = { readonly name: string } & Readonly<Static<typeof FileSchema>>

export async function readHeldOut(folder: string): Promise<readonly HeldOut[]> {
  const names = [...new Glob('*.yaml').scanSync(folder)].toSorted()
  return await Promise.all(names.map((name) => readFileOf(join(folder, name))))
}

async function readFileOf(file: string): Promise<HeldOut> {
  const content: unknown = parse(await readFile(file, 'utf8'))
  if (!Value.Check(FileSchema, content)) {
    const first = Value.Errors(FileSchema, content).First()
    throw new Error(`Cannot read "${file}": ${first?.path} ${first?.message}`)
  }
  return { name: basename(file, '.yaml'), ...content }
}

/** Pages that a documentation does not have, and quotes that are on none of their pages. */
export function findStrays(
  { name, questions }: HeldOut,
  bodies: ReadonlyMap<string, string>,
): readonly string[] {
  const plain = new Map([...bodies].map(([path, body]) => [path, toLetters(body)]))
  return questions.flatMap(({ pages, holds }) => {
    const texts = pages.map(({ path }) => plain.get(path))
    const lost = pages.filter((_, at) => texts[at] === undefined)
    const unfound = holds.filter(
      (quote) => !texts.some((text) => text?.includes(toLetters(quote)) === true),
    )
    return [
      ...lost.map(({ path }) => `${name}: no page "${path}"`),
      ...unfound.map((quote) => `${name}: no page says "${quote}"`),
    ]
  })
}

/** A text without white space and the marks of Markdown, so that a quote is found in any form. */
export function toLetters(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\](?:\([^)\s]*(?:\s"[^"]*")?\)|\[[^\]]*\])/g, '$1')
    .replace(/[\s*_`#>|\\~[\]]+/g, '')
}
