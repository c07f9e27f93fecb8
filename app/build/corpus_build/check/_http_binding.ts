import { Value } from '@sinclair/typebox/value'
import {
  type HttpBinding,
  HttpBindingSchema,
  listPathNames,
  nameInput,
} from '../../../contract/business_http.ts'
import {
  maySelectBusiness,
  selectsBusiness,
  selectsBusinessInHeader,
} from '../../../contract/business_selectors.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import { readColumn, readValue } from '../../../text/source_text/yaml_column.ts'
import { checkInputNames, checkInputTypes } from './_http_inputs.ts'
import { checkUnique } from './_unique.ts'

/**
 * Checks how a tool calls the product's own API: nothing but the grant may say which business a
 * call is about (contract 5, rule 2), and each argument has its place.
 */
export function checkHttpBinding(source: YamlSource, tool: YamlPath): readonly Problem[] {
  const path = [...tool, 'http']
  const http = readValue(source.value, path)
  // The schema of the registry reports anything else.
  if (!Value.Check(HttpBindingSchema, http)) return []
  return [
    ...checkMethod(source, tool, http),
    ...checkPath(source, path, http),
    ...checkInputs(source, path, http),
    ...checkInputNames(source, path, http),
    ...checkInputTypes(source, tool, http),
    ...checkArguments(source, tool, http),
    ...checkAnswer(source, tool, http),
  ]
}

function checkMethod(
  source: YamlSource,
  tool: YamlPath,
  { method }: HttpBinding,
): readonly Problem[] {
  const [kind, idempotency] = ['kind', 'idempotency'].map((key) =>
    readValue(source.value, [...tool, key]),
  )
  const place = source.locateValue([...tool, 'http', 'method'])
  if ((kind === 'read') !== (method === 'GET')) {
    const what = `the method is ${method}, but the tool ${kind === 'read' ? 'reads' : 'writes'}`
    return [problemAt(place, what, 'a tool that reads uses GET, any other another method')]
  }
  if (idempotency !== 'none' || (method !== 'POST' && method !== 'PATCH')) return []
  const what = `a ${method} twice may change something twice, and the tool takes no key`
  const fix = 'write "idempotency: required", and have the API honour Idempotency-Key'
  return [problemAt(source.locateValue([...tool, 'idempotency']), what, fix)]
}

function checkPath(source: YamlSource, path: YamlPath, http: HttpBinding): readonly Problem[] {
  const place = source.locateValue([...path, 'path'])
  const names = listPathNames(http.path)
  const given = http.inputs.filter((input) => input.in === 'path').map(nameInput)
  // Some servers cut a segment at its semicolon before they read its dots.
  const isPlain = /^[!-:<-~]*$/.test(http.path) && !/\/\/|\/\.{1,2}(\/|$)/.test(http.path)
  const what = 'the path is not one that can be sent as it is'
  const fix = 'write it in ASCII, without ".", "//", ";" and "%"'
  const problems = isPlain ? [] : [problemAt(place, what, fix)]
  const unknown = names.filter((name) => !given.includes(name))
  const unused = given.filter((name) => !names.includes(name))
  return [
    ...problems,
    ...unknown.map((name) =>
      problemAt(place, `nothing fills ${quote(`{${name}}`)}`, 'add an input'),
    ),
    ...unused.map((name) =>
      problemAt(
        place,
        `the path has no ${quote(`{${name}}`)} for an input`,
        'add it, or remove the input',
      ),
    ),
  ]
}

/** Names that the API reads may select a business only where the grant gives the value. */
function checkInputs(
  source: YamlSource,
  path: YamlPath,
  { inputs, method }: HttpBinding,
): readonly Problem[] {
  return inputs.flatMap((input, row) => {
    const place = source.locateKey([...path, 'inputs', row])
    const name = nameInput(input)
    if (input.in === 'body' && (method === 'GET' || method === 'DELETE')) {
      return [problemAt(place, `a ${method} has no body`, 'put the input into the query')]
    }
    if ('grant' in input) return checkHeaderName(name, input.in, place)
    if (selectsBusiness(name)) {
      const what = `the input ${quote(name)} selects a workspace or a business`
      return [problemAt(place, what, 'write "grant: business" in place of the argument')]
    }
    if (!maySelectBusiness(name) || input.because !== undefined) return []
    const what = `the input ${quote(name)} may select a business, and no "because" says why not`
    return [problemAt(place, what, 'write "grant: business" if it does, or add "because"')]
  })
}

const RESERVED_HEADERS =
  /^(lectern-.*|host|cookie|authorization|content-.*|transfer-.*|connection|idempotency-key)$/i

function checkHeaderName(
  name: string,
  place: string,
  at: Parameters<typeof problemAt>[0],
): readonly Problem[] {
  if (place !== 'header') return []
  const isUsable = /^[A-Za-z0-9-]+$/.test(name) && !RESERVED_HEADERS.test(name)
  if (isUsable && selectsBusinessInHeader(name)) return []
  return [
    problemAt(at, `the header ${quote(name)} cannot be given`, 'write one that names a business'),
  ]
}

function checkArguments(
  source: YamlSource,
  tool: YamlPath,
  { inputs }: HttpBinding,
): readonly Problem[] {
  const properties = readValue(source.value, [...tool, 'input_schema', 'properties'])
  const constants = readValue(source.value, [...tool, 'with'])
  const known = [properties, constants].flatMap((each) =>
    typeof each === 'object' && each !== null ? Object.keys(each) : [],
  )
  const cells = readColumn(source, [...tool, 'http', 'inputs'], 'argument')
  const used = inputs.flatMap((input) => ('argument' in input ? [input.argument] : []))
  return [
    ...checkUnique(cells, 'argument'),
    ...cells
      .filter(({ text }) => !known.includes(text))
      .map(({ text, place }) =>
        problemAt(place, `the tool has no argument ${quote(text)}`, 'add it to "input_schema"'),
      ),
    ...known
      .filter((name) => !used.includes(name))
      .map((name) =>
        problemAt(
          source.locateKey([...tool, 'http', 'inputs']),
          `the argument ${quote(name)} goes nowhere`,
          'add it to "inputs"',
        ),
      ),
  ]
}

function checkAnswer(
  source: YamlSource,
  tool: YamlPath,
  { answer }: HttpBinding,
): readonly Problem[] {
  const place = source.locateKey([...tool, 'http'])
  if (answer === undefined) {
    if (readValue(source.value, [...tool, 'kind']) !== 'read') return []
    return [
      problemAt(place, 'a tool that reads does not say where its records are', 'add "answer"'),
    ]
  }
  const types = readColumn(source, [...tool, 'records']).map(({ text }) => text)
  if (types.length === 1 && types[0] === answer.type) return []
  const what = `the answer holds ${quote(answer.type)}, but "records" lists something else`
  return [problemAt(place, what, `write "records: [${answer.type}]"`)]
}
