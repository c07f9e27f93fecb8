import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORPUS, ROOT } from './repository.ts'

/** Names in our registry that another deployment would choose differently: old and new. */
export const NAMES: Readonly<Record<string, string>> = {
  Lectern: 'Quillstand',
  lectern: 'quillstand',
  read_page: 'open_leaf',
  list_pages: 'leaf_list',
  get_capability: 'one_ability',
  list_capabilities: 'all_abilities',
  get_corpus_status: 'corpus_facts',
  list_changes: 'news_list',
  get_http_operation: 'one_http_call',
  get_workflow: 'one_procedure',
  get_event_type: 'one_event',
  answer_from_docs: 'reply_from_docs',
  check_feature: 'probe_feature',
  'docs/index': 'shelf/first',
  'docs/status': 'shelf/facts',
  'docs/capabilities': 'shelf/abilities',
  'docs/changes': 'shelf/news',
  'documentation-index': 'first-shelf',
  'corpus-status': 'facts-shelf',
  'capability-status': 'abilities-shelf',
  searchDocs: 'findLeaves',
  getCorpusStatus: 'readFacts',
  listPages: 'leafList',
  getPage: 'oneLeaf',
  listCapabilities: 'abilityList',
  'path: /pages': 'path: /leaves',
  'path: /capabilities': 'path: /abilities',
  'code: invalid_parameter': 'code: wrong_argument',
  'code: not_found': 'code: no_such_leaf',
  'code: method_not_allowed': 'code: wrong_method',
  'llms-full.txt': 'everything.txt',
  'Search the documentation': 'Look through the shelves',
  'Read a page': 'Open a leaf',
  'version: 0.1.0': 'version: 7.8.9',
}

/** Old names that no file and no answer may contain. */
export const TRACES: readonly string[] = Object.keys(NAMES).flatMap((name) => {
  if (name.startsWith('code: ')) return []
  // The contract fixes an API path that ends like one of our resources.
  if (name.startsWith('docs/')) return [`://${name}`]
  if (name.startsWith('path: ')) return [`/api/public/docs${name.slice('path: '.length)}`]
  return [name.replace('version: ', '')]
})

/** Lists of our registry that have the entries of the default one, besides their own. */
const LISTS = ['tools', 'operations', 'skills']

/** Our registry with the text of what it inherits, so that a test can replace it. */
export async function readWholeRegistry(): Promise<string> {
  const own = await readFile(join(CORPUS, 'registry.yaml'), 'utf8')
  const template = join(ROOT, 'app/build/corpus_build/read/default_registry.yaml')
  const inherited = (await readFile(template, 'utf8'))
    .replaceAll('__NAME__', 'lectern')
    .replaceAll('__HEADER__', 'Lectern')
  return own.replace(BLOCKS, (block, name: string, text: string) => {
    if (text.trim() !== '' && !LISTS.includes(name)) return block
    const [, , all = ''] = [...inherited.matchAll(BLOCKS)].find((found) => found[1] === name) ?? []
    return `${name}:\n${text.trim() === '' ? all : mergeEntries(text, all)}`
  })
}

const BLOCKS = /^([a-z]+):\n((?: .*\n|\n(?! *#))*)/gm

/** An entry that only names its operation has all else from the default one. */
function mergeEntries(own: string, inherited: string): string {
  const nameOf = (entry: string) => /operation: (\w+)/.exec(entry)?.[1]
  const splitEntries = (text: string) => text.trimEnd().split(/\n(?= {2}- )/)
  const others = splitEntries(inherited)
  const entries = splitEntries(own).map((entry) =>
    entry.includes('\n') ? entry : (others.find((each) => nameOf(each) === nameOf(entry)) ?? entry),
  )
  const names = new Set(entries.map(nameOf))
  return `${[...entries, ...others.filter((each) => !names.has(nameOf(each)))].join('\n')}\n\n`
}

/** Writes a small corpus with our registry: one page per capability, without any of its names. */
export async function writePlainCorpus(): Promise<string> {
  const corpus = await mkdtemp(join(tmpdir(), 'renamed-corpus-'))
  const registry = await readWholeRegistry()
  await writeFile(join(corpus, 'registry.yaml'), registry)
  await cp(join(CORPUS, 'brand'), join(corpus, 'brand'), { recursive: true })
  await writeFile(
    join(corpus, 'allowlist.yaml'),
    await readFile(join(CORPUS, 'allowlist.yaml'), 'utf8'),
  )
  await mkdir(join(corpus, 'pages'))
  await mkdir(join(corpus, 'changelog'))
  const ids = [...registry.matchAll(/^ {2}- id: (\w+)\n {4}title: .*\n {4}description/gm)]
  const listed = registry.slice(0, registry.indexOf('\ntools:'))
  const capabilities = ids
    .map((found) => found[1] ?? '')
    .filter((id) => listed.includes(`id: ${id}`))
  for (const [number, capability] of capabilities.entries()) {
    const file = number === 0 ? 'index.md' : `topic-${number}.md`
    await writeFile(join(corpus, 'pages', file), formatPlainPage(number, capability))
  }
  return corpus
}

function formatPlainPage(number: number, capability: string): string {
  return `---
title: Topic ${number}
description: What there is to say about topic ${number}.
updated: 2026-11-01
kind: guide
capability: ${capability}
---

Topic ${number} has a paragraph of its own, and the paragraph says so ${number} times.
`
}

/** Renames everything in a registry; throws when a name is absent. */
export function renameRegistry(registry: string): string {
  let text = registry
  for (const [old, fresh] of Object.entries(NAMES)) {
    if (!text.includes(old)) throw new Error(`Cannot rename "${old}": absent from the registry`)
    text = text.replaceAll(new RegExp(`(?<![A-Za-z0-9_])${old}(?![A-Za-z0-9_])`, 'g'), fresh)
  }
  return text
}

export async function textsBelow(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = new Map<string, string>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    texts.set(path, await readFile(path, 'utf8'))
  }
  return texts
}
