import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { err, ok, type Result } from '../../app/contract/result.ts'
import { ROOT } from '../support/repository.ts'

const closed = { additionalProperties: false } as const
const text = Type.String({ minLength: 1 })
const oneOf = <Name extends string>(names: readonly Name[]) =>
  Type.Union(names.map((name) => Type.Literal(name)))

const RequirementSchema = Type.Object(
  {
    id: text,
    section: Type.String({ pattern: '^[0-9](\\.[0-9])?$' }),
    sentence: Type.Union([text, Type.Array(text, { minItems: 1 })]),
    binds: oneOf(['service', 'client']),
    state: oneOf(['built', 'pending']),
    /** Title of the work that will build it. */
    pending: Type.Optional(text),
    /** The contract leaves it open; case, choice and source say what we do instead. */
    open: Type.Optional(Type.Literal(true)),
    /** S: a standard settles it. D: data of the deployment. X: not done, and said so. */
    case: Type.Optional(Type.String({ pattern: '^(S|D|X)(\\+(S|D|X))*$' })),
    choice: Type.Optional(text),
    source: Type.Optional(text),
  },
  closed,
)
export type Requirement = Static<typeof RequirementSchema>

const ChoiceSchema = Type.Object(
  {
    id: text,
    sentence: text,
    source: text,
    state: oneOf(['built', 'pending']),
    pending: Type.Optional(text),
  },
  closed,
)
export type Choice = Static<typeof ChoiceSchema>

const FileSchema = Type.Object(
  {
    requirements: Type.Array(RequirementSchema),
    choices: Type.Array(ChoiceSchema),
  },
  closed,
)
/** `spec/requirements.yaml`: what the contract requires, and what we require of ourselves. */
export type RequirementsFile = Static<typeof FileSchema>

const REQUIREMENTS_FILE = join(ROOT, 'spec/requirements.yaml')

/** Reads `spec/requirements.yaml`; the error names members of the wrong shape. */
export function readRequirements(
  file: string = REQUIREMENTS_FILE,
): Result<RequirementsFile, string> {
  return parseRequirements(readFileSync(file, 'utf8'))
}

/** Parses the text of a requirements file. */
export function parseRequirements(yaml: string): Result<RequirementsFile, string> {
  const parsed: unknown = Bun.YAML.parse(yaml)
  if (Value.Check(FileSchema, parsed)) return ok(parsed)
  const wrong = [...Value.Errors(FileSchema, parsed)].slice(0, 20)
  const lines = wrong.map((error) => `${nameEntry(error.path, parsed)}: ${error.message}`)
  return err([...lines, WHERE].join('\n'))
}

const WHERE =
  'An entry below "requirements" quotes the contract; a rule of our own belongs below "choices", ' +
  'with a source'

/** The list and the id of the entry that a path leads to, and the member. */
function nameEntry(path: string, file: unknown): string {
  const [, list = '', at = '', ...member] = path.split('/')
  const id: unknown = Object(Object(Object(file)[list])[at]).id
  return id === undefined ? path : `${list}, "${String(id)}", ${member.join('.')}`
}

/** The quotes of an entry, as a list. */
export function quotesOf(requirement: Requirement): readonly string[] {
  return typeof requirement.sentence === 'string' ? [requirement.sentence] : requirement.sentence
}

/** Every id that a test may cite. */
export function idsOf(file: RequirementsFile): ReadonlySet<string> {
  return new Set([...file.requirements, ...file.choices].map((entry) => entry.id))
}
