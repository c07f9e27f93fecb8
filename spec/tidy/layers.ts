import { dirname } from 'node:path/posix'
import { importsOf } from './imports.ts'
import type { Source } from './source.ts'

const TEXT = ['contract', 'files', 'source_text']
const CORE = ['contract', 'limits', 'telemetry']
const DOMAIN = [...CORE, 'store']
const INTERFACE = [...CORE, 'public_docs']
const SERVICE = [...INTERFACE, 'http_api', 'mcp', 'a2a', 'static_files', 'oauth']

/** What each module may import, lowest first; a module that is not listed has no place in `app`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  limits: ['contract'],
  telemetry: ['contract'],
  tables: ['contract'],
  files: ['contract'],
  store: ['contract', 'files'],
  object_store: ['contract'],
  source_text: ['contract'],
  content: TEXT,
  site: ['contract', 'source_text'],
  search: ['contract', 'tables'],
  public_docs: [...CORE, 'tables', 'search'],
  build_transfer: ['contract', 'files', 'object_store', 'public_docs'],
  grants: DOMAIN,
  business: DOMAIN,
  events: [...DOMAIN, 'public_docs'],
  http_api: INTERFACE,
  mcp: [...INTERFACE, 'grants', 'business'],
  a2a: INTERFACE,
  static_files: [...INTERFACE, 'site'],
  oauth: [...INTERFACE, 'store', 'grants', 'business'],
  settings: [...CORE, 'business', 'object_store'],
  metrics: INTERFACE,
  otlp: [...INTERFACE, 'metrics', 'settings'],
  'service.ts': SERVICE,
  'config.ts': [...CORE, 'settings', 'object_store'],
  'corpus_build/model': [...TEXT, 'search', 'public_docs'],
  packager: [...TEXT, 'corpus_build/model'],
  corpus_build: [
    ...TEXT,
    ...['content', 'corpus_build/model', 'packager', 'search', 'public_docs', 'site', 'tables'],
  ],
  foreign_markup: [...TEXT, 'corpus_build/model'],
  html_pages: [...TEXT, 'foreign_markup'],
  api_reference: [...TEXT, 'foreign_markup'],
  foreign_source: [...TEXT, 'corpus_build/model', 'foreign_markup'],
  generators: [
    ...TEXT,
    ...['content', 'corpus_build/model', 'foreign_markup', 'foreign_source'],
    ...['html_pages', 'api_reference'],
  ],
  importer: [
    ...TEXT,
    ...['content', 'corpus_build/model', 'foreign_markup', 'foreign_source', 'generators'],
  ],
  site_fetch: [...TEXT, 'corpus_build/model', 'foreign_source', 'html_pages'],
  new_corpus: TEXT,
  tool_import: [...TEXT, 'corpus_build', 'api_reference'],
  dev_server: [...CORE, 'source_text', 'site', 'public_docs', 'corpus_build'],
  evaluator: [...TEXT, 'corpus_build/model', 'telemetry', 'public_docs'],
  verifier: ['contract'],
  doctor: ['contract', 'limits'],
  product_check: ['contract', 'limits', 'source_text', 'business'],
  cli: [
    ...SERVICE,
    ...['store', 'grants', 'business', 'events', 'service.ts', 'settings', 'config.ts', 'files'],
    ...['metrics', 'otlp', 'object_store', 'build_transfer'],
    ...['source_text', 'corpus_build/model', 'corpus_build'],
    ...[
      'importer',
      'site_fetch',
      'tool_import',
      'new_corpus',
      'dev_server',
      'packager',
      'evaluator',
      'verifier',
    ],
    'doctor',
    'product_check',
  ],
  'main.ts': ['source_text', 'config.ts', 'cli'],
}

/** Modules that are entered by these files alone; any other by every file that is not private. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  search: ['mod.ts'],
  public_docs: ['mod.ts', 'operations/mod.ts'],
  grants: ['mod.ts'],
  events: ['mod.ts'],
  http_api: ['plugin.ts'],
  mcp: ['plugin.ts', 'stdio.ts'],
  a2a: ['plugin.ts'],
  static_files: ['plugin.ts'],
  oauth: ['plugin.ts'],
  metrics: ['mod.ts'],
  otlp: ['mod.ts'],
  build_transfer: ['publish.ts', 'prune.ts', 'follow.ts', 'roll_back.ts', 'local_build.ts'],
  corpus_build: [
    ...['build.ts', 'check.ts', 'corpus.ts', 'inputs.ts', 'live_corpus.ts', 'oauth_config.ts'],
    ...['stamp.ts', 'business_text.ts'],
  ],
  importer: ['mod.ts'],
  site_fetch: ['mod.ts'],
  new_corpus: ['mod.ts'],
  tool_import: ['mod.ts'],
  dev_server: ['mod.ts'],
  packager: ['mod.ts'],
  evaluator: ['mod.ts'],
  verifier: ['mod.ts'],
  doctor: ['mod.ts', 'finding.ts', 'clock.ts'],
  product_check: ['mod.ts', 'target_file.ts', 'verdict.ts'],
}

/**
 * The folders inside a module, lowest first: each may import those before it. The module's own
 * files stand above all of them, so no folder imports these.
 */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  search: ['analysis', 'file', 'match', 'rank', 'show'],
  oauth: ['protocol', 'clients', 'sign_in', 'pages'],
}

/** What a developer runs may enter the product here. */
const SCRIPTS_ENTER = ['app/corpus_build/inputs.ts', 'app/corpus_build/read/changelog.ts']

/** The rooms of `app`, lowest first: its folders, and the files beside them. */
export const TOP_MODULES: readonly string[] = [
  ...new Set(Object.keys(MAY_IMPORT).map((name) => name.split('/')[0] ?? '')),
]

const FOLDER_SHARE_MAX = 0.2

/** Our code that ships: everything outside `spec` but the tests beside it. */
export function isProduction(path: string): boolean {
  return /^(app|scripts)\/.*\.ts$/.test(path) && !path.endsWith('_test.ts')
}

/** Imports that leave their layer, pass a module's entry, or reach into a private file. */
export function layerFaults(source: Source): readonly string[] {
  if (source.path.startsWith('spec/')) return []
  const place = source.path.startsWith('app/') ? moduleOf(source.path) : ''
  if (place === undefined) return [`${source.path}: lies in no module that layers.ts lists`]
  return importsOf(source).flatMap(({ line, name, target }) => {
    if (target === undefined) return []
    const fault = importFault(source.path, target)
    const extension = /\.[a-z]+$/.test(name) ? [] : [`"${name}" lacks its ".ts"`]
    const faults = fault === undefined ? extension : [fault, ...extension]
    return faults.map((each) => `${source.path}:${line}: ${each}`)
  })
}

function importFault(from: string, target: string): string | undefined {
  const isTest = from.endsWith('_test.ts')
  if (target.startsWith('spec/')) return isTest ? undefined : 'code imports spec'
  if (isPrivate(from, target)) return `"${target}" is private to its folder`
  if (isTest || (target === 'package.json' && from === 'app/main.ts')) return undefined
  if (from.startsWith('scripts/')) {
    if (target.startsWith('scripts/') || SCRIPTS_ENTER.includes(target)) return undefined
    return `scripts import "${target}"`
  }
  const own = moduleOf(from) ?? ''
  return moduleFault(own, target) ?? insideFault(own, from, target)
}

// `a/_x/y.ts` may be imported from inside `a` only.
function isPrivate(from: string, target: string): boolean {
  const parts = target.split('/')
  const first = parts.findIndex((part) => part.startsWith('_'))
  if (first === -1) return false
  const owner = parts.slice(0, first).join('/')
  return dirname(from) !== owner && !dirname(from).startsWith(`${owner}/`)
}

function moduleFault(own: string, target: string): string | undefined {
  const other = target.startsWith('app/') ? moduleOf(target) : undefined
  if (other === undefined) return `"${target}" is in no module`
  if (own === other) return undefined
  if (MAY_IMPORT[own]?.includes(other) !== true) return `"${own}" may not import "${other}"`
  const entries = ENTRIES[other]
  const isEntry =
    entries === undefined || entries.some((entry) => target === `app/${other}/${entry}`)
  return isEntry ? undefined : `"${target}" is no entry of "${other}"`
}

/** An import back up inside a module, between the folders that `INSIDE` lists. */
function insideFault(own: string, from: string, target: string): string | undefined {
  if (INSIDE[own] === undefined || moduleOf(target) !== own) return undefined
  const [low, high] = [heightInside(own, target), heightInside(own, from)]
  if (low === -1 || high === -1) return `"${own}" has a folder that INSIDE does not list`
  return low > high ? `"${target}" stands above "${from}"` : undefined
}

/** How high a file stands inside its module; -1 in a folder that `INSIDE` does not list. */
export function heightInside(own: string, path: string): number {
  const folders = INSIDE[own] ?? []
  const folder = folderInside(own, path)
  return folder === '' ? folders.length : folders.indexOf(folder)
}

/** The folder of a file directly below its module; empty for the module's own files. */
export function folderInside(own: string, path: string): string {
  const [first = '', ...rest] = path.slice(`app/${own}/`.length).split('/')
  return rest.length === 0 ? '' : first
}

/** The listed module of a file: the longest that its path begins with. */
function moduleOf(path: string): string | undefined {
  const inside = path.slice('app/'.length).replace(/_test\.ts$/, '.ts')
  return Object.keys(MAY_IMPORT)
    .filter((name) => inside === name || inside.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0]
}

/** Folders of `app` that hold too large a share of the production lines. */
export function shareFaults(sources: readonly Source[]): readonly string[] {
  const production = sources.filter(({ path }) => isProduction(path))
  const lines = (some: readonly Source[]) =>
    some.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  const all = lines(production)
  const folders = Map.groupBy(production, ({ path }) => path.split('/').slice(0, 2).join('/'))
  return [...folders].flatMap(([folder, files]) => {
    const share = lines(files) / all
    const percent = `${(share * 100).toFixed(1)} %`
    return share > FOLDER_SHARE_MAX ? [`${folder}: ${percent} of the production lines`] : []
  })
}
