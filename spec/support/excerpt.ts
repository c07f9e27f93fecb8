import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { newFolder } from './building.ts'
import { readWholeRegistry } from './renamed_registry.ts'
import { CORPUS } from './repository.ts'
import { shareFolder } from './shared_folder.ts'

/**
 * Pages with everything that a whole corpus has: the subjects of the examples of each skill, the
 * page that lists the tools, code, tables, folders, pages of different capabilities and statuses.
 */
const PAGES: readonly string[] = [
  'index.md',
  'front-light.svg',
  'front-dark.svg',
  'clients/a2a.md',
  'clients/arazzo.md',
  'clients/events.md',
  'clients/feed.md',
  'clients/host-packages.md',
  'clients/mcp-tools.md',
  'clients/status.md',
  'run/backup.md',
  'run/behind-a-proxy.md',
  'run/deploy-a-new-build.md',
  'run/limits.md',
  'run/security.md',
  'run/settings.md',
  'run/troubleshooting.md',
  'run/upgrade.md',
  'run/verify.md',
  'start/quickstart.md',
  'start/your-own-docs.md',
  'write/changelog.md',
  'write/evaluate-search.md',
  'write/for-search.md',
  'write/preview.md',
  'write/registry.md',
  'write/statuses.md',
  'write/the-build.md',
]

/**
 * Copies our own corpus without most of its pages, for tests of what every corpus has. Links to
 * pages that are left out become text; the registry, the changelog and all ids stay.
 */
export async function writeExcerpt(to?: string): Promise<string> {
  const folder = to ?? join(await newFolder(), 'corpus')
  await cp(CORPUS, folder, { recursive: true })
  await writeFile(join(folder, 'registry.yaml'), await readWholeRegistry())
  await rm(join(folder, 'eval'), { recursive: true })
  const registry = await readFile(join(folder, 'registry.yaml'), 'utf8')
  const kept = new Set([...PAGES, ...(registry.match(/[\w/-]+\.md\b/g) ?? [])])
  for (const path of await listFiles(join(folder, 'pages'))) {
    const file = join(folder, 'pages', path)
    const text = await readFile(file, 'utf8')
    const title = /^title: .*\n/m.exec(text)?.[0]
    if (kept.has(path)) await writeFile(file, removeLinks(text, path, kept))
    else if (path.endsWith('_folder.yaml') && title !== undefined) await writeFile(file, title)
    else await rm(file)
  }
  for (const path of await listFiles(join(folder, 'changelog'))) {
    const file = join(folder, 'changelog', path)
    const text = await readFile(file, 'utf8')
    const [line = '', page = ''] = /^page: (.*)\n/m.exec(text) ?? []
    if (!kept.has(page)) await writeFile(file, text.replace(line, ''))
  }
  return folder
}

/** The excerpt that all processes of a run share: copy it, do not change it. */
export async function shareExcerpt(): Promise<string> {
  shared ??= makeShared()
  return await shared
}

let shared: Promise<string> | undefined

async function makeShared(): Promise<string> {
  const folder = join(await shareFolder('excerpt'), 'corpus')
  const isMade = () => readdir(folder).then(Boolean, () => false)
  if (await isMade()) return folder
  // Another process may have been faster: then its excerpt stays.
  await rename(await writeExcerpt(), folder).catch(async (error: unknown) => {
    if (!(await isMade())) throw error
  })
  return folder
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** Links to a page that is left out, or to a file, become their text; such an action goes. */
function removeLinks(text: string, path: string, kept: ReadonlySet<string>): string {
  const isKept = (target: string) => kept.has(join(dirname(path), target))
  const actions = text.replace(
    /^ *- \{ title: [^{}]*, link: ([^{}]*\.md) \}\n/gm,
    (line, target: string) => (isKept(target) ? line : ''),
  )
  return actions.replace(
    /\[([^\]]*)\]\(([^)#:]+\.md|files\/[^)]+)[^)]*\)/g,
    (link, label: string, target: string) => (isKept(target) ? link : label),
  )
}
