import { quote } from '../../contract/problem.ts'
import { type Fields, isFields, readFields } from './values.ts'

/** An OpenAPI description as it was read, and where its parts are. */
export type ApiDescription = {
  /** Path below the imported folder. */
  readonly file: string
  readonly value: Fields
  /** Length of its text. */
  readonly characters: number
  /** The line on which the key at a path is. */
  lineOf(path: readonly string[]): number
  /** The first line that has a text, from a line on; that line, or 1, where none has. */
  lineWith(text: string, from?: number): number
}

/** What a reference leads to: a value, and its name where it is one of the components. */
type Resolution = {
  readonly value: Fields
  readonly name: string
  readonly path: string
  /** The names of everything that the reference led through. */
  readonly names: readonly string[]
}

export type Resolver = {
  /** Follows `$ref` inside the document, through references to references. */
  resolve(value: unknown): Resolution
}

/** Says what a page lacks; it is minor where the description stays whole without it. */
export type ReportLoss = (line: number, what: string, fix: string, isMinor?: boolean) => void

const STEPS_MAX = 20

/** References whose line is looked for; a generated document can have ten thousand broken ones. */
const PLACES_MAX = 100

/** Nothing is fetched: a reference out of the document is reported. */
export function createResolver(description: ApiDescription, reportLoss: ReportLoss): Resolver {
  const refused = new Set<string>()
  const refuse = (address: string, why: string) => {
    if (refused.has(address)) return
    refused.add(address)
    const what = `the reference ${quote(address)} ${why}; what it describes is left out`
    const fix = 'put it into the document, as a bundler of descriptions does'
    reportLoss(refused.size > PLACES_MAX ? 1 : description.lineWith(address), what, fix)
  }
  return {
    resolve: (value) => {
      let current = readFields(value)
      let path = ''
      const names: string[] = []
      for (let step = 0; typeof current.$ref === 'string'; step++) {
        const address = current.$ref
        names.push(readName(address))
        if (!address.startsWith('#')) refuse(address, 'leads out of the document')
        else if (step > STEPS_MAX) refuse(address, 'leads to itself')
        const isOwn = address.startsWith('#') && step <= STEPS_MAX
        const found = isOwn ? findTarget(description.value, address) : undefined
        if (isOwn && found === undefined) refuse(address, 'leads nowhere')
        if (found === undefined) return { value: {}, name: readName(address), path, names }
        // Words beside a reference say more than those of its target.
        const { $ref: _, ...beside } = current
        current = { ...found, ...beside }
        path = address
      }
      return { value: current, name: path === '' ? '' : readName(path), path, names }
    },
  }
}

function findTarget(root: Fields, address: string): Fields | undefined {
  let value: unknown = root
  for (const step of address.replace(/^#\/?/, '').split('/')) {
    if (step === '') continue
    const key = decode(step.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return isFields(value) ? value : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readName(address: string): string {
  return decode(address.slice(address.lastIndexOf('/') + 1)).replaceAll('~1', '/')
}
