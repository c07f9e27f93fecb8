import { NOT_FOUND_FILE } from './build.ts'

/**
 * Names kept for the fixtures of a process under test. No registry may use one, so a production
 * registry cannot name a fixture (contract 1, authority level "Diagnostics").
 */
export const FIXTURE_NAME_PREFIX = 'test_'
export const FIXTURE_URI_PREFIX = 'test:'

/** The public tools of `/mcp/chatgpt`: there they would hide a private tool of the same name. */
export const CHATGPT_TOOL_NAMES = ['search', 'fetch'] as const

/** First path segments that belong to the service or to generated files (shapes: pages). */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  'docs',
  'redoc',
  'openapi.json',
  'api',
  'mcp',
  'a2a',
  'oauth',
  'account',
  'developers',
  'docs-data',
  'changelog',
  'assets',
  'search',
  '.well-known',
  'builds',
  'private',
  'docs-manifest.json',
  'llms.txt',
  'sitemap.xml',
  'robots.txt',
  'favicon.ico',
  NOT_FOUND_FILE,
])
