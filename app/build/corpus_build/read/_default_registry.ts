import { baseOf } from '../../../docs/model/addresses.ts'
import { readValue } from '../../../text/source_text/yaml_column.ts'
import template from './default_registry.yaml' with { type: 'text' }

// The parser of the runtime is far faster and names no places, which no message needs here.
const TEMPLATE: unknown = Bun.YAML.parse(String(template))

/** The registry that a corpus inherits, with the names that its own registry gives. */
export function makeDefaultRegistry(own: unknown, baseUrl: string): unknown {
  const nameOf = (key: string): string => {
    const value = readValue(own, ['service', key])
    const text = typeof value === 'string' ? value : readValue(TEMPLATE, ['service', key])
    return String(text)
  }
  const name = nameOf('name')
  return fillNames(TEMPLATE, {
    NAME: name,
    TITLE: nameOf('title'),
    URL: `${baseOf(baseUrl)}/`,
    NAMESPACE: namespaceOf(baseUrl),
    HEADER: name.split('-').filter(Boolean).map(capitalise).join('-'),
  })
}

function fillNames(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replace(/__([A-Z]+)__/g, (mark, name: string) => names[name] ?? mark)
  }
  if (Array.isArray(value)) return value.map((each) => fillNames(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, fillNames(each, names)]),
  )
}

/** A registry of servers verifies a domain and writes it reversed. */
function namespaceOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  return /[a-z]/.test(hostname) && !hostname.includes(':')
    ? hostname.split('.').reverse().join('.')
    : 'localhost'
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
