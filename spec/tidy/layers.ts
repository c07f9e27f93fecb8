import { dirname } from 'node:path/posix'
import { importsOf } from './imports.ts'
import type { Source } from './source.ts'

/** The folders of `app`, lowest first: a folder imports only what stands before it. */
export const FOLDERS = [
  ...['contract', 'foundation', 'text', 'docs', 'business', 'interfaces'],
  ...['build', 'import', 'service', 'checks', 'cli', 'main.ts'],
] as const

type Folder = (typeof FOLDERS)[number]

/** What a part of a folder may import, in the order in which the parts stand. */
type Parts = Readonly<Record<string, readonly string[]>>

const TEXT = ['contract', 'foundation/files', 'text/source_text']
const CORE = ['contract', 'foundation/limits', 'foundation/telemetry']
const STORED = [...CORE, 'foundation/store']
const ANSWERS = [...CORE, 'docs/public_docs']
const MARKDOWN = [...TEXT, 'docs/model', 'import/markdown']
const COMPOSED = [...STORED, 'docs', 'business', 'interfaces', 'service/settings']

/**
 * One table for each folder; files directly in a folder are its part of the same name.
 * A folder that is named, such as `docs`, stands for all of its parts.
 */
export const PARTS: Readonly<Record<Folder, Parts>> = {
  contract: { contract: [] },
  foundation: {
    'foundation/limits': ['contract'],
    'foundation/telemetry': ['contract'],
    'foundation/tables': ['contract'],
    'foundation/files': ['contract'],
    'foundation/object_store': ['contract'],
    'foundation/store': ['contract', 'foundation/files'],
  },
  text: {
    'text/source_text': ['contract'],
    'text/content': TEXT,
  },
  docs: {
    'docs/search': ['contract', 'foundation/tables'],
    'docs/public_docs': [...CORE, 'foundation/tables', 'docs/search'],
    'docs/model': [...TEXT, 'docs/search', 'docs/public_docs'],
    'docs/site': ['contract', 'text/source_text'],
    'docs/api_reference': TEXT,
  },
  business: {
    'business/grants': STORED,
    'business/tools': STORED,
    'business/events': [...STORED, 'docs/public_docs'],
  },
  interfaces: {
    'interfaces/http_api': ANSWERS,
    'interfaces/mcp': [...ANSWERS, 'business/grants', 'business/tools'],
    'interfaces/a2a': ANSWERS,
    'interfaces/static_files': [...ANSWERS, 'docs/site'],
    'interfaces/oauth': [...ANSWERS, 'foundation/store', 'business/grants', 'business/tools'],
  },
  build: {
    'build/packager': [...TEXT, 'docs/model'],
    'build/corpus_build': [...TEXT, 'text', 'docs', 'foundation/tables', 'build/packager'],
    'build/transfer': [
      ...['contract', 'foundation/files', 'foundation/object_store', 'docs/public_docs'],
    ],
    'build/new_corpus': [...TEXT, 'docs/search', 'build/corpus_build'],
    'build/preview': [...ANSWERS, 'text/source_text', 'docs/site', 'build/corpus_build'],
  },
  import: {
    'import/markdown': [...TEXT, 'docs/model'],
    'import/html': [...TEXT, 'import/markdown'],
    'import/source': MARKDOWN,
    'import/generators': [
      ...MARKDOWN,
      ...['text/content', 'import/source', 'import/html', 'docs/api_reference', 'docs/search'],
    ],
    'import/corpus': [
      ...[...MARKDOWN, 'docs/search', 'text/content', 'import/source', 'import/generators'],
    ],
    'import/fetch': [...TEXT, 'docs/model', 'import/source', 'import/html'],
    'import/tools': [...TEXT, 'build/corpus_build', 'docs/api_reference'],
  },
  service: {
    'service/settings': [
      ...[...CORE, 'foundation/object_store', 'text/source_text', 'business/tools'],
    ],
    'service/metrics': ANSWERS,
    'service/otlp': [...ANSWERS, 'service/metrics', 'service/settings'],
    'service/network': [...CORE, 'business/events', 'interfaces/oauth', 'import/fetch'],
    'service/parts': [
      ...[...COMPOSED, 'foundation/files', 'foundation/object_store', 'build/transfer'],
      'service/metrics',
    ],
    'service/admin': [...COMPOSED, 'service/metrics', 'service/network', 'service/parts'],
    service: [
      ...[...COMPOSED, 'foundation/files', 'text/source_text', 'build/corpus_build'],
      ...['build/preview', 'service'],
    ],
  },
  checks: {
    'checks/verifier': ['contract'],
    'checks/product_check': [
      ...['contract', 'foundation/limits', 'text/source_text', 'business/tools'],
    ],
    'checks/evaluator': [...[...TEXT, 'docs/model', 'docs/public_docs', 'foundation/telemetry']],
    'checks/doctor': [
      ...[...STORED, 'foundation/object_store', 'docs/public_docs', 'business/tools'],
      ...['business/events', 'interfaces/oauth', 'build/transfer', 'service'],
    ],
  },
  cli: {
    cli: [
      ...['contract', 'foundation', 'text/source_text', 'docs', 'business', 'interfaces'],
      ...['build', 'import', 'service', 'checks'],
    ],
  },
  'main.ts': { 'main.ts': ['text/source_text', 'service/settings', 'cli'] },
}

const MAY_IMPORT: Parts = Object.assign({}, ...Object.values(PARTS))

/** Parts that are entered by these files alone; any other by every file that is not private. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  'docs/search': ['mod.ts'],
  'docs/public_docs': ['mod.ts', 'operations/mod.ts'],
  'business/grants': ['mod.ts'],
  'business/events': ['mod.ts'],
  'interfaces/http_api': ['plugin.ts'],
  'interfaces/mcp': ['plugin.ts', 'stdio.ts'],
  'interfaces/a2a': ['plugin.ts'],
  'interfaces/static_files': ['plugin.ts'],
  'interfaces/oauth': ['plugin.ts'],
  'service/metrics': ['mod.ts'],
  'service/otlp': ['mod.ts'],
  'build/transfer': ['publish.ts', 'prune.ts', 'follow.ts', 'roll_back.ts', 'local_build.ts'],
  'build/corpus_build': [
    ...['build.ts', 'check.ts', 'corpus.ts', 'inputs.ts', 'live_corpus.ts', 'oauth_config.ts'],
    ...['stamp.ts', 'read/editor_schemas.ts'],
  ],
  'import/corpus': ['mod.ts'],
  'import/fetch': ['mod.ts'],
  'build/new_corpus': ['mod.ts'],
  'import/tools': ['mod.ts'],
  'build/preview': ['mod.ts'],
  'build/packager': ['mod.ts'],
  'checks/evaluator': ['mod.ts'],
  'checks/verifier': ['mod.ts'],
  'checks/doctor': ['mod.ts', 'finding.ts'],
  'checks/product_check': ['mod.ts', 'target_file.ts', 'verdict.ts'],
}

/**
 * The folders inside a part, lowest first: each may import those before it. The part's own files
 * stand above all of them, so no folder imports these.
 */
export const INSIDE: Readonly<Record<string, readonly string[]>> = {
  'docs/search': ['analysis', 'file', 'match', 'rank', 'show'],
  'interfaces/oauth': ['protocol', 'clients', 'sign_in', 'pages'],
}

/** What a developer runs may enter the product here. */
const SCRIPTS_ENTER = [
  'app/build/corpus_build/inputs.ts',
  'app/build/corpus_build/read/changelog.ts',
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
  const may = MAY_IMPORT[own] ?? []
  if (!may.includes(other) && !may.includes(folderOf(other))) {
    return `"${own}" may not import "${other}"`
  }
  const isEntry = ENTRIES[other]?.some((entry) => target === `app/${other}/${entry}`) ?? true
  return isEntry ? undefined : `"${target}" is no entry of "${other}"`
}

/** An import back up inside a part, between the folders that `INSIDE` lists. */
function insideFault(own: string, from: string, target: string): string | undefined {
  if (INSIDE[own] === undefined || moduleOf(target) !== own) return undefined
  const [low, high] = [heightInside(own, target), heightInside(own, from)]
  if (low === -1 || high === -1) return `"${own}" has a folder that INSIDE does not list`
  return low > high ? `"${target}" stands above "${from}"` : undefined
}

/** How high a file stands inside its part; -1 in a folder that `INSIDE` does not list. */
export function heightInside(own: string, path: string): number {
  const folders = INSIDE[own] ?? []
  const folder = folderInside(own, path)
  return folder === '' ? folders.length : folders.indexOf(folder)
}

/** The folder of a file directly below its part; empty for the part's own files. */
export function folderInside(own: string, path: string): string {
  const [first = '', ...rest] = path.slice(`app/${own}/`.length).split('/')
  return rest.length === 0 ? '' : first
}

/** The listed part of a folder that a file lies in: the longest that its path begins with. */
function moduleOf(path: string): string | undefined {
  const inside = path.slice('app/'.length).replace(/_test\.ts$/, '.ts')
  return Object.keys(MAY_IMPORT)
    .filter((name) => inside === name || inside.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0]
}

/** The folder of a part, or of a file by its path below `app`. */
export function folderOf(part: string): string {
  return part.split('/')[0] ?? part
}

/** Rows of the tables that name a folder or a part that does not stand before their own. */
export function tableFaults(
  tables: Readonly<Partial<Record<Folder, Parts>>> = PARTS,
): readonly string[] {
  const order: string[] = []
  return FOLDERS.flatMap((folder) => {
    const rows = Object.entries(tables[folder] ?? {})
    const faults = rows.flatMap(([part, may]) => {
      const late = may.filter((name) => name !== part && !order.includes(name))
      order.push(part)
      return late.map((name) => `"${part}" may import "${name}", which is not before it`)
    })
    order.push(folder)
    return faults
  })
}

/** Parts of folders that hold too large a share of the production lines. */
export function shareFaults(sources: readonly Source[]): readonly string[] {
  const production = sources.filter(({ path }) => isProduction(path))
  const lines = (some: readonly Source[]) =>
    some.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  const all = lines(production)
  const parts = Map.groupBy(
    production,
    ({ path }) => moduleOf(path) ?? path.split('/').slice(0, 2).join('/'),
  )
  return [...parts].flatMap(([part, files]) => {
    const share = lines(files) / all
    const percent = `${(share * 100).toFixed(1)} %`
    return share > FOLDER_SHARE_MAX ? [`${part}: ${percent} of the production lines`] : []
  })
}
