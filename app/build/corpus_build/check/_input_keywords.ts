import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'

/** The types that an argument may have: one each, so that a value has only one reading. */
export const INPUT_TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean'] as const
export type InputType = (typeof INPUT_TYPES)[number]

const BOUNDS = ['minimum', 'maximum', 'multipleOf']

/** Keywords of JSON Schema 2020-12 by the type that they apply to. */
const KEYWORDS: Readonly<Record<InputType, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['enum', 'const', 'minLength', 'maxLength', 'pattern'],
  integer: ['enum', 'const', ...BOUNDS],
  number: ['enum', 'const', ...BOUNDS],
  boolean: ['const'],
}

const ANNOTATIONS = ['type', 'title', 'description', 'default']

export function isInputType(value: unknown): value is InputType {
  return INPUT_TYPES.some((type) => type === value)
}

export function keywordsOf(type: InputType): readonly string[] {
  return [...ANNOTATIONS, ...KEYWORDS[type]]
}

/** Whether the keyword applies to any type. */
export function isKeyword(key: string): boolean {
  return (
    ANNOTATIONS.includes(key) || Object.values(KEYWORDS).some((keywords) => keywords.includes(key))
  )
}

type Form = { readonly fits: (value: unknown, type: unknown) => boolean; readonly fix: string }

const COUNT: Form = {
  fits: (value) => Number.isInteger(value) && Number(value) >= 0,
  fix: 'write a whole number, 0 or more',
}
const NUMBER: Form = { fits: (value) => Number.isFinite(value), fix: 'write a number' }
const TEXT: Form = { fits: (value) => typeof value === 'string', fix: 'write text' }

/** The form of a keyword's value (JSON Schema 2020-12 validation, section 6). */
const FORMS: Readonly<Record<string, Form>> = {
  title: TEXT,
  description: TEXT,
  pattern: TEXT,
  minItems: COUNT,
  maxItems: COUNT,
  minLength: COUNT,
  maxLength: COUNT,
  minimum: NUMBER,
  maximum: NUMBER,
  multipleOf: {
    fits: (value) => Number.isFinite(value) && Number(value) > 0,
    fix: 'write a number above 0',
  },
  uniqueItems: {
    fits: (value) => typeof value === 'boolean',
    fix: 'write true or false',
  },
  const: { fits: hasType, fix: 'write a value of the declared type' },
  default: { fits: hasType, fix: 'write a value of the declared type' },
  enum: {
    fits: (value, type) =>
      Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((each) => hasType(each, type)),
    fix: 'write a list of distinct values of the declared type',
  },
}

const PAIRS: readonly (readonly [least: string, most: string])[] = [
  ['minItems', 'maxItems'],
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
]

/** Checks the values of keywords against JSON Schema, and that something fits the bounds. */
export function checkForms(
  source: YamlSource,
  path: YamlPath,
  node: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  const wrong = Object.entries(node).flatMap(([key, value]) => {
    const form = Object.hasOwn(FORMS, key) ? FORMS[key] : undefined
    if (form === undefined || form.fits(value, node.type)) return []
    return [
      problemAt(source.locateValue([...path, key]), `${quote(key)} has an invalid value`, form.fix),
    ]
  })
  const crossed = PAIRS.flatMap(([least, most]) => {
    const [low, high] = [node[least], node[most]]
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high) return []
    const what = `"${least}" is ${low}, more than "${most}", which is ${high}`
    return [problemAt(source.locateValue([...path, least]), what, `write ${high} or less`)]
  })
  return [...wrong, ...crossed]
}

function hasType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'array':
      return Array.isArray(value)
    default:
      return typeof value === 'object' && value !== null && !Array.isArray(value)
  }
}
