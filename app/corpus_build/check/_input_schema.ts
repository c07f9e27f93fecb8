import { listed, type Problem, problemAt, quoted } from '../../contract/problem.ts'
import { valueAt } from '../../source_text/column.ts'
import { nearest } from '../../source_text/nearest.ts'
import type { YamlPath, YamlSource } from '../../source_text/yaml.ts'
import {
  formProblems,
  INPUT_TYPES,
  type InputType,
  isInputType,
  isKeyword,
  keywordsOf,
} from './_input_keywords.ts'
import { patternProblems } from './_patterns.ts'
import { selectorProblems } from './_selectors.ts'

type Members = Readonly<Record<string, unknown>>

/** Objects and lists that may stand inside each other. */
const DEPTH_MAX = 8

const PROPERTY_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** Names that reach into the machinery of JavaScript objects. */
const FORBIDDEN_NAMES: readonly string[] = ['constructor', 'prototype']

/**
 * Whether an input schema is one that we take: a part of JSON Schema 2020-12 in which everything is
 * written out. Each object is closed and each value has one type, so there is no place for an
 * argument that nobody has seen.
 */
export function inputSchemaProblems(source: YamlSource, path: YamlPath): readonly Problem[] {
  const schema = valueAt(source.value, path)
  // What is no map at all is told by the schema of the registry.
  if (!isMap(schema)) return []
  if (schema.type !== undefined && schema.type !== 'object') {
    const what = `the arguments have the type ${quoted(String(schema.type))}, not "object"`
    return [problemAt(source.valueAt([...path, 'type']), what, 'write "object"')]
  }
  return nodeProblems(source, path, 1)
}

function nodeProblems(source: YamlSource, path: YamlPath, depth: number): readonly Problem[] {
  const node = valueAt(source.value, path)
  if (!isMap(node)) {
    return [problemAt(source.valueAt(path), 'this is no schema', 'write a map with a "type"')]
  }
  if (depth > DEPTH_MAX) {
    const what = `the schema is nested more than ${DEPTH_MAX} deep`
    return [problemAt(source.keyAt(path), what, 'make it flatter')]
  }
  const { type } = node
  if (!isInputType(type)) return untypedProblems(source, path, node)
  return [
    ...Object.keys(node).flatMap((key) => keyProblems(source, [...path, key], key, type)),
    ...formProblems(source, path, node),
    ...(typeof node.pattern === 'string' ? patternProblems(source, [...path, 'pattern']) : []),
    ...(type === 'object' ? objectProblems(source, path, node, depth) : []),
    ...(type === 'array' ? listProblems(source, path, node, depth) : []),
  ]
}

/** A schema whose type is not known: keywords that no type has are wrong all the same. */
function untypedProblems(source: YamlSource, path: YamlPath, node: Members): readonly Problem[] {
  const keys = Object.keys(node).filter((key) => !isKeyword(key))
  const foreign = keys.map((key) => foreignKey(source, [...path, key], key, []))
  // What a reference leads to may well have a type: that one is told.
  const refers = keys.some((key) => key.startsWith('$'))
  return refers ? foreign : [typeProblem(source, path, node.type), ...foreign]
}

function typeProblem(source: YamlSource, path: YamlPath, type: unknown): Problem {
  const fix = `write one of ${listed(INPUT_TYPES)}`
  if (type === undefined) return problemAt(source.keyAt(path), 'the schema has no "type"', fix)
  const meant = typeof type === 'string' ? nearest(type, INPUT_TYPES) : undefined
  const shown = typeof type === 'string' ? quoted(type) : 'no single type'
  const place = source.valueAt([...path, 'type'])
  return problemAt(place, `"type" is ${shown}`, meant === undefined ? fix : `write "${meant}"`)
}

function keyProblems(
  source: YamlSource,
  path: YamlPath,
  key: string,
  type: InputType,
): readonly Problem[] {
  const known = keywordsOf(type)
  if (known.includes(key)) return []
  if (!isKeyword(key)) return [foreignKey(source, path, key, known)]
  const what = `${quoted(key)} says nothing about the type "${type}"`
  return [problemAt(source.keyAt(path), what, 'remove it')]
}

function foreignKey(
  source: YamlSource,
  path: YamlPath,
  key: string,
  known: readonly string[],
): Problem {
  const place = source.keyAt(path)
  if (key.startsWith('$')) {
    // What stands elsewhere can change there, and a circle of references has no depth.
    return problemAt(place, `the keyword ${quoted(key)} leads elsewhere`, 'write it out here')
  }
  const meant = nearest(key, known)
  const fix = meant === undefined ? 'remove it, and write one plain type' : `write "${meant}"`
  return problemAt(place, `the keyword ${quoted(key)} is not taken here`, fix)
}

function objectProblems(
  source: YamlSource,
  path: YamlPath,
  node: Members,
  depth: number,
): readonly Problem[] {
  const problems: Problem[] = []
  const at = source.keyAt(path)
  if (node.additionalProperties !== false) {
    const what = 'the object takes properties that the schema does not name'
    problems.push(problemAt(at, what, 'write "additionalProperties: false"'))
  }
  if (!Array.isArray(node.required)) {
    const what = 'the object does not say what it needs'
    problems.push(problemAt(at, what, 'write "required" with a list, which may be empty'))
  }
  const { properties } = node
  if (!isMap(properties)) {
    const what = 'the object has no "properties"'
    return [...problems, problemAt(at, what, 'write a map, which may be empty')]
  }
  const names = Object.keys(properties)
  problems.push(...requiredProblems(source, [...path, 'required'], node.required, names))
  for (const name of names) {
    const property = [...path, 'properties', name]
    problems.push(...nameProblems(source, property, name))
    problems.push(...nodeProblems(source, property, depth + 1))
  }
  return problems
}

function requiredProblems(
  source: YamlSource,
  path: YamlPath,
  required: unknown,
  names: readonly string[],
): readonly Problem[] {
  if (!Array.isArray(required)) return []
  return required.flatMap((name: unknown, row) => {
    if (typeof name === 'string' && names.includes(name)) return []
    const place = source.valueAt([...path, row])
    const meant = typeof name === 'string' ? nearest(name, names) : undefined
    const fix = meant === undefined ? 'describe it, or remove it' : `write ${quoted(meant)}`
    return [problemAt(place, `${quoted(String(name))} is required and not described`, fix)]
  })
}

function nameProblems(source: YamlSource, path: YamlPath, name: string): readonly Problem[] {
  const place = source.keyAt(path)
  if (PROPERTY_NAME.test(name) && !FORBIDDEN_NAMES.includes(name)) {
    return selectorProblems(name, 'argument', place)
  }
  const fix = 'begin with a letter, go on with letters, digits, _ and -, 64 at most'
  const what = `an argument cannot have the name ${quoted(name)}`
  // A name in other letters may look like one that selects: it is told as that.
  const selects = selectorProblems(name, 'argument', place)
  return selects.length > 0 ? selects : [problemAt(place, what, fix)]
}

function listProblems(
  source: YamlSource,
  path: YamlPath,
  node: Members,
  depth: number,
): readonly Problem[] {
  if (node.items === undefined) {
    const what = 'the list does not say what it holds'
    return [problemAt(source.keyAt(path), what, 'write a schema under "items"')]
  }
  return nodeProblems(source, [...path, 'items'], depth + 1)
}

function isMap(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
