import { formatLock } from '../corpus_build/model/ids_lock.ts'
import template from './default_registry.yaml' with { type: 'text' }
import type { Product } from './product.ts'

/** The files of a corpus beside its pages; an import writes those that are missing. */
export function makeDefaultFiles(
  product: Product,
  baseUrl: string,
): Readonly<Record<'registry.yaml' | 'allowlist.yaml' | 'ids.lock', string>> {
  return {
    'registry.yaml': formatRegistry(product, baseUrl),
    'allowlist.yaml': ALLOWLIST,
    'ids.lock': formatLock([]),
  }
}

const ALLOWLIST = `# The second key: only operations named here may be published.

operations: [search, status, pages, page, capabilities]
`

function formatRegistry(product: Product, baseUrl: string): string {
  const values: Readonly<Record<string, string>> = {
    NAME: product.name,
    TITLE: product.title,
    VERSION: product.version,
    URL: baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`,
    NAMESPACE: namespaceOf(baseUrl),
    LICENSE: product.license ?? 'NOASSERTION',
    LICENSE_NAME: product.license ?? 'Not stated',
    HEADER: product.name.split('-').filter(Boolean).map(capitalise).join('-'),
  }
  // The marks are inside double quotes, where YAML reads JSON escapes.
  return String(template).replace(/__([A-Z]+(?:_[A-Z]+)*)__/g, (mark, name: string) => {
    const value = values[name]
    return value === undefined ? mark : JSON.stringify(value).slice(1, -1)
  })
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
