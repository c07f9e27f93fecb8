import { findOccasion, OCCASION_FACTS } from '../../../contract/event_delivery.ts'
import { listNames, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import {
  ENVELOPE_PARTS,
  EVENT_OCCASIONS,
  type EventOccasion,
} from '../../../contract/registry_events.ts'
import { nameInCode } from '../../../docs/model/event_names.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import {
  type Cell,
  listRows,
  readColumn,
  readValue,
} from '../../../text/source_text/yaml_column.ts'
import { checkUnique } from './_unique.ts'

const FIELDS: YamlPath = ['events', 'envelope', 'fields']

/** Checks what the schema of the events cannot express: dependent fields, and unique names. */
export function checkEvents(source: YamlSource): readonly Problem[] {
  const types = listRows(source, ['events', 'types'])
  return [
    ...checkParts(source),
    ...checkUnique(headersOf(source), 'header'),
    ...checkCodeNames(source),
    ...checkDeduplicationKey(source),
    ...checkTemplates(source),
    ...checkSuccessRange(source),
    ...types.flatMap((row) => checkData(source, ['events', 'types', row, 'data'])),
    ...checkOccasions(source),
  ]
}

/** The envelope has each of its parts once; code fills them by what they hold. */
function checkParts(source: YamlSource): readonly Problem[] {
  const cells = readColumn(source, FIELDS, 'holds')
  const free = ENVELOPE_PARTS.filter((part) => !cells.some(({ text }) => text === part))
  return cells
    .filter(({ text }, at) => cells.findIndex((other) => other.text === text) < at)
    .map(({ text, place }) =>
      problemAt(
        place,
        `another envelope field already holds ${quote(text)}`,
        `write one of ${listNames(free)}`,
      ),
    )
}

/** Only the id stays the same in a retry: with any other part a delivery could count twice. */
function checkDeduplicationKey(source: YamlSource): readonly Problem[] {
  const fields = readColumn(source, FIELDS, 'name')
  const parts = readColumn(source, FIELDS, 'holds')
  const idRow = parts.find(({ text }) => text === 'delivery_id')?.row
  const id = fields.find(({ row }) => row === idRow)?.text
  return readColumn(source, ['events', 'deduplication'], 'key').flatMap(({ text, place }) => {
    if (fields.length === 0 || text === id) return []
    const names = fields.map((field) => field.text)
    const what = names.includes(text)
      ? `the de-duplication key ${quote(text)} does not hold the delivery id`
      : `the de-duplication key ${quote(text)} is not a field of the envelope`
    return [problemAt(place, what, `write ${id === undefined ? listNames(names) : quote(id)}`)]
  })
}

/** Header names are compared without regard to case, as in HTTP (RFC 9110, section 5.1). */
function headersOf(source: YamlSource): readonly Cell[] {
  return ['header', 'id_header', 'timestamp_header']
    .flatMap((key) => readColumn(source, ['events', 'signature'], key))
    .map((cell) => ({ ...cell, text: cell.text.toLowerCase() }))
}

/** Two types with the same name in code would share a schema, and one would be lost. */
function checkCodeNames(source: YamlSource): readonly Problem[] {
  const types = readColumn(source, ['events', 'types'], 'type')
  return types.flatMap(({ text, place }, at) => {
    const rival = types
      .slice(0, at)
      .find((other) => other.text !== text && nameInCode(other.text) === nameInCode(text))
    if (rival === undefined) return []
    const what = `the event type ${quote(text)} has the same name in code as ${quote(rival.text)}`
    return [problemAt(place, what, 'make them differ in more than dots and _')]
  })
}

const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  signed_content: ['id', 'timestamp', 'body'],
  value_format: ['signature'],
}

/** The signature covers id, instant and body (contract 6, rule 3), as a template says. */
function checkTemplates(source: YamlSource): readonly Problem[] {
  return Object.entries(TEMPLATES).flatMap(([key, marks]) =>
    readColumn(source, ['events', 'signature'], key).flatMap((cell) =>
      checkPlaceholders(cell, marks),
    ),
  )
}

function checkPlaceholders(cell: Cell, marks: readonly string[]): readonly Problem[] {
  const found = [...cell.text.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '')
  const unknown = found.filter((mark) => !marks.includes(mark))
  const missing = marks.filter((mark) => found.filter((each) => each === mark).length !== 1)
  return [
    ...unknown.map((mark) =>
      problemAt(
        cell.place,
        `the template has {${mark}}, which is unknown`,
        `use ${listNames(marks.map((each) => `{${each}}`))}`,
      ),
    ),
    ...missing.map((mark) =>
      problemAt(
        cell.place,
        `the template does not have {${mark}} exactly once`,
        `write {${mark}} once`,
      ),
    ),
  ]
}

function checkSuccessRange(source: YamlSource): readonly Problem[] {
  const path = ['events', 'retry', 'success']
  const [from, to] = ['from', 'to'].map((key) => readValue(source.value, [...path, key]))
  if (typeof from !== 'number' || typeof to !== 'number' || from <= to) return []
  return [
    problemAt(
      source.locateValue([...path, 'from']),
      `success starts at ${from}, after its end at ${to}`,
      `write ${to} or less`,
    ),
  ]
}

/** What some kinds of field need besides their name. */
const NEEDS: Readonly<Record<string, 'prefix' | 'values'>> = {
  object_id: 'prefix',
  choice: 'values',
}

function checkData(source: YamlSource, list: YamlPath): readonly Problem[] {
  const names = readColumn(source, list, 'name')
  const kinds = readColumn(source, list, 'holds')
  return [
    ...checkUnique(names, 'field'),
    ...kinds.flatMap((kind) => checkNeeds(source, list, kind)),
  ]
}

function checkNeeds(source: YamlSource, list: YamlPath, kind: Cell): readonly Problem[] {
  const given = (['prefix', 'values'] as const).filter(
    (key) => readValue(source.value, [...list, kind.row, key]) !== undefined,
  )
  const needed = NEEDS[kind.text]
  const missing = needed !== undefined && !given.includes(needed)
  return [
    ...(missing
      ? [problemAt(kind.place, `a field that holds "${kind.text}" has no "${needed}"`, 'add it')]
      : []),
    ...given
      .filter((key) => key !== needed)
      .map((key) =>
        problemAt(
          source.locateKey([...list, kind.row, key]),
          `a field that holds ${quote(kind.text)} does not use ${quote(key)}`,
          'remove it',
        ),
      ),
  ]
}

/** One type for each occasion, with fields that the occasion can fill. */
function checkOccasions(source: YamlSource): readonly Problem[] {
  const names = readColumn(source, ['events', 'types'], 'type')
  const chosen = readColumn(source, ['events', 'types'], 'when')
  const seen = new Map<EventOccasion, string>()
  return names.flatMap((name) => {
    const cell = chosen.find(({ row }) => row === name.row)
    const when = EVENT_OCCASIONS.find((each) => each === cell?.text)
    const occasion = findOccasion({ type: name.text, when })
    if (occasion === undefined) return []
    const other = seen.get(occasion)
    if (other === undefined) {
      seen.set(occasion, name.text)
      return checkFacts(source, name, occasion)
    }
    const what = `the event type ${quote(other)} is already sent on ${quote(occasion)}`
    return [problemAt((cell ?? name).place, what, 'give each type its own "when"')]
  })
}

function checkFacts(
  source: YamlSource,
  { row }: Cell,
  occasion: EventOccasion,
): readonly Problem[] {
  const known: readonly string[] = OCCASION_FACTS[occasion]
  return readColumn(source, ['events', 'types', row, 'data'], 'holds')
    .filter(({ text }) => !known.includes(text))
    .map(({ text, place }) =>
      problemAt(
        place,
        `nothing is known about ${quote(text)} on ${quote(occasion)}`,
        `use ${listNames(known)}, or give the type another "when"`,
      ),
    )
}
