import type { Place } from '../../contract/problem.ts'
import type { YamlPath, YamlSource } from './yaml.ts'

/** One text of a list in a YAML file, with the number of its entry. */
export type Cell = {
  readonly text: string
  readonly place: Place
  readonly row: number
  readonly path: YamlPath
  /** Whether the author did not write the entry; its place is then that of the list. */
  readonly inherited: boolean
}

/**
 * The texts under one key of a list of maps, or of a list of texts when no key is given. Works on
 * files that break their schema: it skips what is not text, which the schema reports.
 */
export function readColumn(source: YamlSource, list: YamlPath, key?: string): readonly Cell[] {
  const found = readValue(source.value, list)
  const rows = Array.isArray(found) ? found : [found]
  return rows.flatMap((row, at) => {
    const base = Array.isArray(found) ? [...list, at] : list
    const path = key === undefined ? base : [...base, key]
    const text = key === undefined ? row : readMember(row, key)
    if (typeof text !== 'string' || text === '') return []
    const inherited = !source.hasNode(base)
    return [{ text, place: source.locateValue(path), row: at, path, inherited }]
  })
}

/** Numbers of the entries of a list, from 0; none when there is no list. */
export function listRows(source: YamlSource, list: YamlPath): readonly number[] {
  const found = readValue(source.value, list)
  return Array.isArray(found) ? [...found.keys()] : []
}

/** The value at a path of plain data of any shape. */
export function readValue(value: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>((current, key) => readMember(current, key), value)
}

function readMember(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}
