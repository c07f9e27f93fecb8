import { posix } from 'node:path'
import { type Attributes, type LoadedDocument, loadDocument } from '../../asciidoc/documents.ts'
import { type Core, loadCore } from '../../asciidoc/library.ts'
import { writePage } from '../../asciidoc/pages.ts'
import { quote, startOfFile } from '../../contract/problem.ts'
import type {
  MenuEntry,
  Recognition,
  Site,
  SiteContext,
  SitePage,
} from '../../foreign_source/generator.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { describePage, describeSite, readAttributes } from './_attributes.ts'
import { type Component, nameAddress, readComponents } from './_components.ts'
import { describeNav, listPageFiles, type PageFile } from './_files.ts'
import { readHeader } from './_headers.ts'
import { createIncludeReader } from './_includes.ts'
import { readNav } from './_nav.ts'
import { createReferences, listAliases, type References } from './_references.ts'
import { findVersion } from './_versions.ts'

/** Everything that pages and menus of a folder are read with. */
type Reading = {
  readonly core: Core
  readonly source: SourceFolder
  readonly context: SiteContext
  readonly references: References
  readonly components: readonly Component[]
  readonly attributes: Attributes
}

export async function readAsciidoc(
  source: SourceFolder,
  recognition: Recognition,
  context: SiteContext,
): Promise<Site> {
  const core = await loadCore()
  const components = recognition.marker === '' ? [] : readComponents(source, context)
  const playbook = readPlaybook(source, context)
  const files = listPageFiles(source, components, context.report)
  const references = createReferences(source, components, files, context.report)
  const site = components.length === 0 ? {} : describeSite(playbook)
  const own = readAttributes(playbook.at('asciidoc', 'attributes'), site, {})
  const attributes = { ...site, ...own }
  const reading = { core, source, context, references, components, attributes }
  for (const file of files) {
    const loaded = await load(file, reading, true)
    references.addHeader(file, await readHeader(loaded))
  }
  const menu: MenuEntry[] = []
  for (const component of components) {
    const entries = await readMenu(component, reading)
    const title = component.title ?? component.name
    if (components.length < 2 || entries.length === 0) menu.push(...entries)
    else menu.push({ kind: 'group', title, entries })
  }
  const pages: SitePage[] = []
  for (const file of sortByMenu(files, menu)) pages.push(await makePage(file, reading))
  const [first] = components
  const merged = { ...attributes, ...readOwnAttributes(first, attributes) }
  const isDashed = merged.idprefix === '' && merged.idseparator === '-'
  return {
    title: components.length > 1 ? playbook.at('site', 'title').text() : first?.title,
    version: findVersion(components, source, context.report),
    language: typeof merged.lang === 'string' ? merged.lang : undefined,
    baseAddress: playbook.at('site', 'url').text(),
    pages,
    menu,
    redirects: [],
    anchors: isDashed ? 'github' : 'asciidoctor',
    markup: 'markdown',
    cutsNumbers: false,
  }
}

function readPlaybook(source: SourceFolder, { report }: SiteContext): ConfigValue {
  const file = source.files.find((each) => /^(?:[^/]+\/)?[\w.-]*playbook\.ya?ml$/.test(each))
  return readConfigFile(source, file ?? 'antora-playbook.yml', report)
}

async function load(
  file: PageFile,
  { core, source, context, references, attributes }: Reading,
  isHeaderOnly = false,
): Promise<LoadedDocument> {
  const { component } = file
  const own = readOwnAttributes(component, attributes)
  // What a header misses, the whole page misses, too.
  const report = isHeaderOnly ? SILENT : context.report
  return await loadDocument(core, source.read(file.file) ?? '', {
    file: file.file,
    readInclude: createIncludeReader({ source, report, locate: references.locateInclude }),
    attributes: { ...attributes, ...own, ...describePage(file) },
    isHeaderOnly,
  })
}

function readOwnAttributes(component: Component | undefined, outer: Attributes): Attributes {
  return readAttributes(component?.config.at('asciidoc', 'attributes'), outer, outer)
}

const SILENT: Report = {
  addLoss: () => undefined,
  addNote: () => undefined,
  addReserved: () => undefined,
}

async function makePage(file: PageFile, reading: Reading): Promise<SitePage> {
  const { source, context, references } = reading
  const loaded = await load(file, reading)
  const header = references.headerOf(file.file)
  const { report } = context
  const targets = references.targetsOf(file, loaded.document)
  const made = await writePage(loaded, {
    file: file.file,
    isFile: source.has,
    readText: source.read,
    reportLoss: (place, what, fix) => {
      report.addLoss({ file: source.show(place.file), line: place.line, column: 1 }, what, fix)
    },
    targets,
  })
  const { resource } = file
  const old = resource === undefined ? undefined : nameAddress(resource)
  return {
    file: file.file,
    named: file.named,
    made,
    ...(old === undefined ? {} : { oldAddress: old }),
    aliases: listAliases(file, header?.aliases ?? '', reading.components),
    ...(header?.title === undefined ? {} : { title: header.title }),
    ...(header?.description === undefined ? {} : { description: header.description }),
    ...(header?.updated === undefined ? {} : { updated: header.updated }),
    ...(header?.isDraft === true ? { draft: true } : {}),
  }
}

async function readMenu(component: Component, reading: Reading): Promise<readonly MenuEntry[]> {
  const { source, context, references } = reading
  const entries: MenuEntry[] = []
  for (const listed of component.config.at('nav').list()) {
    const path = listed.text() ?? ''
    const file = posix.join(component.folder, path)
    if (!source.has(file)) {
      const what = `the navigation ${quote(path)} is not in the folder`
      context.report.addLoss(startOfFile(source.show(component.marker)), what, 'correct its path')
      continue
    }
    const page = describeNav(file, component)
    const loaded = await load(page, reading)
    const read = readNav(loaded, {
      findPage: (target) => references.findPage(target, page),
      titleOf: (each) => references.headerOf(each)?.menuTitle,
      reportMissing: (target, line) => {
        const what = `the menu names ${quote(target)}, which is not in the folder`
        const place = { file: source.show(file), line, column: 1 }
        context.report.addLoss(place, what, 'add the page, or remove the line')
      },
    })
    entries.push(...read)
  }
  return entries
}

/** Pages in the order of the menu; those that it does not have come after. */
function sortByMenu(files: readonly PageFile[], menu: readonly MenuEntry[]): readonly PageFile[] {
  const order = new Map<string, number>()
  const visit = (entries: readonly MenuEntry[]) => {
    for (const entry of entries) {
      if (entry.kind === 'link') continue
      if (entry.file !== undefined && !order.has(entry.file)) order.set(entry.file, order.size)
      if (entry.kind === 'group') visit(entry.entries)
    }
  }
  visit(menu)
  const rank = ({ file }: PageFile) => order.get(file) ?? Number.MAX_SAFE_INTEGER
  return [...files].sort((a, b) => rank(a) - rank(b))
}
