import { type Static, type TArray, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Problem } from '../../../contract/problem.ts'
import { kind } from '../../../contract/registry.ts'
import { linkAddress } from '../../../contract/registry_theme.ts'
import { closed, line, text } from '../../../contract/registry_words.ts'
import { FOLDER_FILE } from '../../../docs/model/folder.ts'
import type { SourceFolder } from '../../../docs/model/source.ts'
import { validateYaml } from '../../../text/source_text/schema_problems.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import { readYamlFile } from '../../../text/source_text/yaml_file.ts'
import { warnOfHiddenValues } from './_hidden_characters.ts'
import { readPageDefaults } from './page_defaults.ts'
import type { PageFile } from './page_files.ts'

const NamedSchema = Type.Object({ title: line, page: text }, closed)
const LinkSchema = Type.Object({ title: line, link: linkAddress }, closed)
const ENTRY = {
  description:
    'the name of a page or folder, one with "title" and "page" or "link", or a group with ' +
    '"title" and "pages"',
}
const INNERMOST = {
  description: 'the name of a page or folder, or one with "title" and "page" or "link"',
}

// Groups have three levels: deeper menus have folders. A schema that repeats itself would have no
// end, and its problems no place.
const InnermostSchema = Type.Union([text, NamedSchema, LinkSchema], INNERMOST)
const LowerSchema = Type.Union([text, NamedSchema, LinkSchema, groupOf(InnermostSchema)], ENTRY)
const UpperSchema = Type.Union([text, NamedSchema, LinkSchema, groupOf(LowerSchema)], ENTRY)
const EntrySchema = Type.Union([text, NamedSchema, LinkSchema, groupOf(UpperSchema)], ENTRY)

const TabSchema = Type.Union(
  [
    line,
    Type.Object({ title: line, folders: Type.Array(line, { minItems: 1, maxItems: 50 }) }, closed),
  ],
  { description: 'the name of a folder, or one with "title" and "folders"' },
)

/** Tabs that a header has room for. */
const TABS_MAX = 12

export const FolderSchema = Type.Object(
  {
    title: Type.Optional(line),
    kind: Type.Optional(kind),
    capability: Type.Optional(line),
    api: Type.Optional(line),
    order: Type.Optional(Type.Array(EntrySchema)),
    tabs: Type.Optional(Type.Array(TabSchema, { minItems: 2, maxItems: TABS_MAX })),
  },
  closed,
)

type Group<Inner extends TSchema> = TObject<{ title: typeof line; pages: TArray<Inner> }>

function groupOf<Inner extends TSchema>(inner: Inner): Group<Inner> {
  return Type.Object({ title: line, pages: Type.Array(inner, { minItems: 1 }) }, closed)
}

/** Reads the files of folders; one that is broken counts as it was before, if it was read then. */
export async function readFolders(
  files: readonly PageFile[],
  before: readonly SourceFolder[] = [],
): Promise<{
  readonly folders: readonly SourceFolder[]
  readonly problems: readonly Problem[]
}> {
  const read = await Promise.all(
    files.map(async (file) => {
      const { source, problems } = validateYaml(await readYamlFile(file), FolderSchema)
      const value = source?.value
      return Value.Check(FolderSchema, value) && source !== undefined
        ? { folders: [readFolder(file, source, value)], problems }
        : { folders: before.filter(({ path }) => path === pathOf(file)), problems }
    }),
  )
  return {
    folders: read.flatMap(({ folders }) => folders),
    problems: read.flatMap(({ problems }) => problems),
  }
}

function pathOf({ below }: PageFile): string {
  return below.slice(0, -FOLDER_FILE.length).replace(/\/$/, '')
}

function readFolder(
  file: PageFile,
  source: YamlSource,
  { title, api, order = [], tabs = [] }: Static<typeof FolderSchema>,
): SourceFolder {
  const entries = readEntries(order, source, ['order'], [])
  const defaults = readPageDefaults(source, [])
  const warnings = warnOfHiddenValues(source)
  return {
    path: pathOf(file),
    title,
    titlePlace: source.locateKey(['title']),
    api: api === undefined ? undefined : { text: api, place: source.locateValue(['api']) },
    entries,
    tabs: tabs.map((tab, row) => readTab(tab, source, ['tabs', row])),
    tabsPlace: source.locateKey(['tabs']),
    defaults,
    warnings,
  }
}

function readTab(
  tab: Static<typeof TabSchema>,
  source: YamlSource,
  at: YamlPath,
): SourceFolder['tabs'][number] {
  if (typeof tab === 'string') {
    return { title: undefined, names: [{ text: tab, place: source.locateValue(at) }] }
  }
  const names = tab.folders.map((text, row) => {
    return { text, place: source.locateValue([...at, 'folders', row]) }
  })
  return { title: tab.title, names }
}

type Entry = Static<typeof EntrySchema>

function readEntries(
  entries: readonly Entry[],
  source: YamlSource,
  at: YamlPath,
  groups: readonly string[],
): SourceFolder['entries'] {
  return entries.flatMap((entry, row) => {
    const path = [...at, row]
    if (typeof entry === 'string') {
      const place = source.locateValue(path)
      return [{ text: entry, place, groups, title: undefined, isLink: false }]
    }
    const { title } = entry
    if ('pages' in entry) {
      return readEntries(entry.pages, source, [...path, 'pages'], [...groups, title])
    }
    const isLink = 'link' in entry
    const place = source.locateValue([...path, isLink ? 'link' : 'page'])
    return [{ text: isLink ? entry.link : entry.page, place, groups, title, isLink }]
  })
}
