import { posix } from 'node:path'
import type { SourceFiles } from '../source_files.ts'
import type { Context } from './dialect.ts'

type Value = unknown

/** A parameter of the page, of the pages above it, or of the configuration. */
export function readHugoValue(name: string, { source, file }: Context): string {
  const keys = name.toLowerCase().split('.')
  const own = readHead(source.read(file) ?? '')
  const candidates: Value[] = [at(own, ['params', ...keys]), at(own, keys)]
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const head = readHead(source.read(`${folder}/_index.md`) ?? '')
    candidates.push(at(head, ['cascade', 'params', ...keys]), at(head, ['cascade', ...keys]))
    if (!folder.includes('/')) break
  }
  for (const path of source.files) {
    if (!/(?:^|\/)(?:hugo|config|params)\.(?:toml|ya?ml|json)$/.test(path)) continue
    const config = parse(source.read(path) ?? '', posix.extname(path))
    candidates.push(at(config, ['params', ...keys]))
    if (path.includes('/params.')) candidates.push(at(config, keys))
  }
  const found = candidates.find((each) => ['string', 'number'].includes(typeof each))
  return found === undefined ? '' : String(found)
}

/** Whether a page has no address of its own, as it or one above it says. */
export function isNeverBuilt(file: string, source: SourceFiles): boolean {
  const values = [at(readHead(source.read(file) ?? ''), ['build', 'render'])]
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const head = readHead(source.read(`${folder}/_index.md`) ?? '')
    values.push(at(head, ['cascade', 'build', 'render']))
    if (!folder.includes('/')) break
  }
  const said = values.find((each) => each !== undefined)
  return said === 'never' || said === false
}

function readHead(text: string): Value {
  if (text.startsWith('{')) return parse(text.slice(0, text.indexOf('\n}') + 2), '.json')
  const [, mark, head = ''] = /^(---|\+\+\+)\s*\n([\s\S]*?)\n\1/.exec(text) ?? []
  return mark === undefined ? {} : parse(head, mark === '---' ? '.yaml' : '.toml')
}

export function parse(text: string, ending: string): Value {
  try {
    if (ending === '.toml') return Bun.TOML.parse(text)
    return ending === '.json' ? JSON.parse(text) : Bun.YAML.parse(text)
  } catch {
    return {}
  }
}

export function at(value: Value, [key, ...rest]: readonly string[]): Value {
  if (key === undefined) return value
  if (typeof value !== 'object' || value === null) return undefined
  const found = Object.entries(value).find(([name]) => name.toLowerCase() === key)
  return found === undefined ? undefined : at(found[1], rest)
}
