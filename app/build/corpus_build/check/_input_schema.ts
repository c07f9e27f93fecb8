import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import { readValue } from '../../../text/source_text/yaml_column.ts'
import {
  checkForms,
  INPUT_TYPES,
  type InputType,
  isInputType,
  isKeyword,
  keywordsOf,
} from './_input_keywords.ts'
import { checkPattern } from './_patterns.ts'
import { checkSelector } from './_selectors.ts'
import { suggestName } from './names.ts'

type Members = Readonly<Record<string, unknown>>

/** Levels of objects and lists inside each other. */
const DEPTH_MAX = 8

const PROPERTY_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** Names with a meaning of their own on JavaScript objects. */
const FORBIDDEN_NAMES: readonly string[] = ['constructor', 'prototype']

/**
 * Checks that an input schema stays in the part of JSON Schema 2020-12 that we support, in which
 * everything is written out. Each object is closed and each value has one type, so no unreviewed
 * argument can get through.
 */
export function checkInputSchema(source: YamlSource, path: YamlPath): readonly Problem[] {
  const schema = readValue(source.value, path)
  // The schema of the registry reports anything that is not a map.
  if (!isMap(schema)) return []
  if (schema.type !== undefined && schema.type !== 'object') {
    const what = `the arguments have the type ${quote(String(schema.type))}, not "object"`
    return [problemAt(source.locateValue([...path, 'type']), what, 'write "object"')]
  }
  return checkNode(source, path, 1)
}

function checkNode(source: YamlSource, path: YamlPath, depth: number): readonly Problem[] {
  const node = readValue(source.value, path)
  if (!isMap(node)) {
    return [
      problemAt(source.locateValue(path), 'this is not a schema', 'write a map with a "type"'),
    ]
  }
  if (depth > DEPTH_MAX) {
    const what = `the schema is nested more than ${DEPTH_MAX} levels deep`
    return [problemAt(source.locateKey(path), what, 'flatten it')]
  }
  const { type } = node
  if (!isInputType(type)) return checkUntypedNode(source, path, node)
  return [
    ...Object.keys(node).flatMap((key) => checkKeyword(source, [...path, key], key, type)),
    ...checkForms(source, path, node),
    ...(typeof node.pattern === 'string' ? checkPattern(source, [...path, 'pattern']) : []),
    ...(type === 'object' ? checkObject(source, path, node, depth) : []),
    ...(type === 'array' ? checkList(source, path, node, depth) : []),
  ]
}

/** Checks a schema of unknown type: keywords that no type has are wrong anyway. */
function checkUntypedNode(source: YamlSource, path: YamlPath, node: Members): readonly Problem[] {
  const keys = Object.keys(node).filter((key) => !isKeyword(key))
  const foreign = keys.map((key) => explainForeignKeyword(source, [...path, key], key, []))
  // The target of a reference may have a type, so only the reference is reported.
  const refers = keys.some((key) => key.startsWith('$'))
  return refers ? foreign : [explainType(source, path, node.type), ...foreign]
}

function explainType(source: YamlSource, path: YamlPath, type: unknown): Problem {
  const fix = suggestName(typeof type === 'string' ? type : '', INPUT_TYPES)
  if (type === undefined) return problemAt(source.locateKey(path), 'the schema has no "type"', fix)
  const shown = typeof type === 'string' ? quote(type) : 'not a single type'
  return problemAt(source.locateValue([...path, 'type']), `"type" is ${shown}`, fix)
}

function checkKeyword(
  source: YamlSource,
  path: YamlPath,
  key: string,
  type: InputType,
): readonly Problem[] {
  const known = keywordsOf(type)
  if (known.includes(key)) return []
  if (!isKeyword(key)) return [explainForeignKeyword(source, path, key, known)]
  const what = `${quote(key)} does not apply to the type "${type}"`
  return [problemAt(source.locateKey(path), what, 'remove it')]
}

function explainForeignKeyword(
  source: YamlSource,
  path: YamlPath,
  key: string,
  known: readonly string[],
): Problem {
  const place = source.locateKey(path)
  if (key.startsWith('$')) {
    // A referenced schema can change unnoticed, and circular references have no depth.
    return problemAt(
      place,
      `the keyword ${quote(key)} refers to another schema`,
      'write that schema out here',
    )
  }
  const fix = suggestName(key, known, 'remove it, and write a single type')
  return problemAt(place, `the keyword ${quote(key)} is not supported here`, fix)
}

function checkObject(
  source: YamlSource,
  path: YamlPath,
  node: Members,
  depth: number,
): readonly Problem[] {
  const problems: Problem[] = []
  const at = source.locateKey(path)
  if (node.additionalProperties !== false) {
    const what = 'the object accepts properties that the schema does not name'
    problems.push(problemAt(at, what, 'write "additionalProperties: false"'))
  }
  if (!Array.isArray(node.required)) {
    const what = 'the object does not list its required properties'
    problems.push(problemAt(at, what, 'write "required" with a list, which may be empty'))
  }
  const { properties } = node
  if (!isMap(properties)) {
    const what = 'the object has no "properties"'
    return [...problems, problemAt(at, what, 'write a map, which may be empty')]
  }
  const names = Object.keys(properties)
  problems.push(...checkRequired(source, [...path, 'required'], node.required, names))
  for (const name of names) {
    const property = [...path, 'properties', name]
    problems.push(...checkPropertyName(source, property, name))
    problems.push(...checkNode(source, property, depth + 1))
  }
  return problems
}

function checkRequired(
  source: YamlSource,
  path: YamlPath,
  required: unknown,
  names: readonly string[],
): readonly Problem[] {
  if (!Array.isArray(required)) return []
  return required.flatMap((name: unknown, row) => {
    if (typeof name === 'string' && names.includes(name)) return []
    const place = source.locateValue([...path, row])
    const otherwise = 'describe it, or remove it'
    const fix = typeof name === 'string' ? suggestName(name, names, otherwise) : otherwise
    return [problemAt(place, `${quote(String(name))} is required but not described`, fix)]
  })
}

function checkPropertyName(source: YamlSource, path: YamlPath, name: string): readonly Problem[] {
  const place = source.locateKey(path)
  if (PROPERTY_NAME.test(name) && !FORBIDDEN_NAMES.includes(name)) {
    return checkSelector(name, 'argument', place)
  }
  const fix = 'start with a letter, then use letters, digits, _ and -, at most 64 in all'
  const what = `an argument cannot be named ${quote(name)}`
  // A name in other letters may look like a selector and is then reported as one.
  const selects = checkSelector(name, 'argument', place)
  return selects.length > 0 ? selects : [problemAt(place, what, fix)]
}

function checkList(
  source: YamlSource,
  path: YamlPath,
  node: Members,
  depth: number,
): readonly Problem[] {
  if (node.items === undefined) {
    const what = 'the list does not say what its items are'
    return [problemAt(source.locateKey(path), what, 'write a schema under "items"')]
  }
  return checkNode(source, [...path, 'items'], depth + 1)
}

function isMap(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
