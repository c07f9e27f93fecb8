import { MANIFEST_FILE, NOT_FOUND_FILE, PRIVATE_FOLDER } from './build.ts'

/**
 * Names kept for the fixtures of a process under test. No registry may use one, so a production
 * registry cannot name a fixture (contract 1, authority level "Diagnostics").
 */
export const FIXTURE_NAME_PREFIX = 'test_'
export const FIXTURE_URI_PREFIX = 'test:'

/** The public tools of `/mcp/chatgpt`: there they would hide a private tool of the same name. */
export const CHATGPT_TOOL_NAMES = ['search', 'fetch'] as const

/** Names at the top of the site below which everything belongs to the service or its build. */
export const RESERVED_TREES: ReadonlySet<string> = new Set([
  'mcp',
  'a2a',
  'oauth',
  'account',
  'docs-data',
  'assets',
  '_llms',
  '.well-known',
  // Never served, but the build keeps its own files in a folder of this name.
  PRIVATE_FOLDER,
])

/** Addresses that the service or its build has, whose neighbours are free for pages. */
const RESERVED_ADDRESSES: ReadonlySet<string> = new Set(['search', 'changelog'])

/** Files of the build, and the public API: a page below one could not be stored, or be reached. */
const RESERVED_FILES = [
  'api/public',
  'changelog/feed.xml',
  'developers/openapi.yaml',
  'developers/workflows.arazzo.yaml',
  'developers/asyncapi.yaml',
  MANIFEST_FILE,
  'llms.txt',
  'sitemap.xml',
  'robots.txt',
  'favicon.ico',
  NOT_FOUND_FILE,
]

/**
 * Whether nobody may be sent to an address: interactive documentation stays closed, whatever
 * stands below it (contract 1, rule 4).
 */
export function isClosedAddress(path: string): boolean {
  return CLOSED_ADDRESSES.has(path.replace(/\/$/, ''))
}

const CLOSED_ADDRESSES: ReadonlySet<string> = new Set(['docs', 'redoc', 'openapi.json'])

/**
 * Whether the service or its build has the address, so that no page and no redirect can stand
 * there (shapes: pages). Paths begin and end without a slash.
 */
export function isReservedAddress(path: string): boolean {
  const address = path.toLowerCase()
  const [first = ''] = address.split('/')
  return (
    RESERVED_TREES.has(first) ||
    RESERVED_ADDRESSES.has(address) ||
    isClosedAddress(address) ||
    RESERVED_FILES.some((file) => address === file || address.startsWith(`${file}/`))
  )
}

/** Whether everything below a folder is reserved, so that no redirect of it would be followed. */
export function isReservedFolder(folder: string): boolean {
  return folder !== '' && isReservedAddress(`${folder}/${ANY_NAME}`)
}

/** Stands for whatever may follow the path of a folder: no page has such a name. */
export const ANY_NAME = '\u0001'
