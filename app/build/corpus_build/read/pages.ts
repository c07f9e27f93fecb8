import { createHash } from 'node:crypto'
import { KIND_PATTERN } from '../../../contract/page.ts'
import {
  type Place,
  type Problem,
  problemAt,
  quote,
  startOfFile,
} from '../../../contract/problem.ts'
import { urlPathOf } from '../../../docs/model/addresses.ts'
import { PLAIN_LAYOUT } from '../../../docs/model/page_layout.ts'
import type { Field, InheritedKey, SourceFolder, SourcePage } from '../../../docs/model/source.ts'
import { mapInParallel } from '../../../foundation/files/parallel_map.ts'
import { readText, type SourceFile } from '../../../text/source_text/source_file.ts'
import { FrontMatterSchema } from './_front_matter_schema.ts'
import { warnOfHiddenValues } from './_hidden_characters.ts'
import { readRedirects } from './_redirects.ts'
import { readSearchFields } from './_search_fields.ts'
import { readApiPages } from './api_pages.ts'
import { type OnParsed, readBody } from './body.ts'
import { readFolders } from './folders.ts'
import {
  acceptAnyText,
  checkDate,
  checkDescription,
  checkField,
  checkTitle,
  type FieldCheck,
  type FrontMatter,
  type FrontMatterKeys,
  readField,
  readFrontMatter,
  readMark,
} from './front_matter.ts'
import { completeText, type TextParts } from './included_text.ts'
import { listPageFiles, type PageFile, type PageRead } from './page_files.ts'
import { readLayout } from './page_layout.ts'
import { takeTitleHeading } from './title_heading.ts'

const ORDER = 'remove it; "order" in the _folder.yaml beside the page gives the order'
const LABEL = 'remove it; "order" in the _folder.yaml beside the page may give it another title'
const ADDRESS =
  'remove it; the address is the path of the file, and "redirect_from" keeps an address of before'
const DATE = 'write "updated" and a date as YYYY-MM-DD, or remove it'
const WORDS = 'write "keywords" if readers search for these words, or remove it'
const ALIASES = 'write "redirect_from"'
const DRAFT = 'move the file out of the folder while it is a draft: every page here is published'
const LAYOUT = 'remove it; "layout" and "page" say how a page is laid out'
const PARENT = 'remove it; the folder of the file is its place in the menu'

/** Keys that pages have for other generators, with ours that says the same. */
const FIXES: readonly (readonly [names: string, fix: string])[] = [
  ['sidebar_position weight nav_order order position menu_order', ORDER],
  ['sidebar_label sidebarTitle linkTitle linktitle nav_title sidebar_title', LABEL],
  ['slug permalink', ADDRESS],
  ['date lastmod last_modified_at last_update lastUpdated created', DATE],
  ['tags categories', WORDS],
  ['aliases', ALIASES],
  ['draft published unlisted hidden nav_exclude', DRAFT],
  ['parent grand_parent has_children has_toc displayed_sidebar sidebar menu', PARENT],
  [
    'hide_table_of_contents hide_title toc toc_min_heading_level toc_max_heading_level ' +
      'outline template icon image sidebar_class_name sidebar_custom_props pagination_next ' +
      'pagination_prev custom_edit_url editUrl author authors type head',
    LAYOUT,
  ],
]

const FOREIGN_KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  FIXES.flatMap(([names, fix]) => names.split(' ').map((name) => [name, fix])),
)

/** Files that are open at once; more would only wait for the disk. */
const FILES_OPEN_MAX = 32

const KEYS: FrontMatterKeys = {
  required: [],
  optional: Object.keys(FrontMatterSchema.properties),
  misplaced: {
    status: 'remove it; the status comes from the capability',
    id: 'remove it; ids.lock keeps the ids',
    url: 'remove it; the address comes from the path of the file',
  },
  foreign: FOREIGN_KEYS,
}

const INHERITED: readonly InheritedKey[] = ['kind', 'capability', 'updated']

const KIND = new RegExp(KIND_PATTERN)
const checkKind: FieldCheck = (text) =>
  KIND.test(text)
    ? undefined
    : [
        `"kind" is ${quote(text)}`,
        'start with a lower-case letter, then use a-z, 0-9 and _, at most 32 in all',
      ]

export async function readPages(
  folder: SourceFile,
  corpusDir: string,
  variables: TextParts['variables'],
  reading: PageReading = {},
): Promise<{
  readonly pages: readonly SourcePage[]
  readonly folders: readonly SourceFolder[]
  readonly problems: readonly Problem[]
}> {
  const { files, folderFiles, otherFiles, problems } = await listPageFiles(folder, corpusDir)
  const ordered = await readFolders(folderFiles)
  const parts = { roots: [corpusDir, folder.path], variables }
  const written = await readInParallel(files, (file) => readPage(file, parts, reading))
  const found = { corpusDir, folder, files, otherFiles, folders: ordered.folders }
  const api = await readApiPages(found, (below, name, text) => {
    return parsePage(below, name, text, reading.onParsed)
  })
  const read = [...written, ...api.pages]
  return {
    pages: read.map(({ page }) => page),
    folders: api.folders,
    problems: [
      ...[...problems, ...ordered.problems, ...api.problems],
      ...read.flatMap((each) => each.problems),
    ],
  }
}

/** Reads files side by side, a bounded number at once. */
export async function readInParallel<Page>(
  files: readonly PageFile[],
  read: (file: PageFile) => Promise<Page>,
): Promise<readonly Page[]> {
  return await mapInParallel(files, FILES_OPEN_MAX, read)
}

/** Gives a page as it was read from this text before, or has it parsed. */
export type KeepRead = (file: PageFile, text: string, parse: () => PageRead) => PageRead

/** Who wants to know what is read, and who keeps it. */
export type PageReading = {
  readonly onParsed?: OnParsed | undefined
  readonly keep?: KeepRead | undefined
}

/** Reads one page file. */
export async function readPage(
  file: PageFile,
  parts: TextParts,
  { onParsed, keep = (_file, _text, parse) => parse() }: PageReading = {},
): Promise<PageRead> {
  const text = await readText(file)
  if (!text.ok) {
    const problem =
      text.error === 'missing'
        ? problemAt(
            startOfFile(file.name),
            'the file disappeared while it was being read',
            'run the build again',
          )
        : text.error
    return { page: makeUnreadablePage(file), problems: [problem], included: [] }
  }
  const whole = await completeText(file, text.value, parts)
  const { included, origins } = whole
  const parse = () => ({ ...parsePage(file.below, file.name, whole.text, onParsed), included })
  // A page is kept by its text, which does not say where the parts of it come from.
  if (origins === undefined) return keep(file, whole.text, parse)
  const read = parse()
  const { page, problems } = placeParts(read, file.name, origins)
  return { page, problems: [...whole.problems, ...problems], included }
}

/** What is wrong in a text is wrong in the file that it was written in. */
function placeParts(
  { page, problems }: Pick<PageRead, 'page' | 'problems'>,
  file: string,
  origins: readonly Pick<Place, 'file' | 'line'>[],
): Pick<PageRead, 'page' | 'problems'> {
  const move = <Placed extends Place>(placed: Placed): Placed =>
    placed.file === file ? { ...placed, ...origins[placed.line - 1] } : placed
  return {
    page: {
      ...page,
      origins: page.body.split('\n').map((_, at) => {
        const line = page.bodyLine + at
        return origins[line - 1] ?? { file, line }
      }),
      links: page.links.map((link) => ({ ...link, place: move(link.place) })),
      warnings: page.warnings.map(move),
    },
    problems: problems.map(move),
  }
}

/** Parses a page. `below` is its path below `pages/`, `name` its path in messages. */
export function parsePage(
  below: string,
  name: string,
  text: string,
  onParsed?: OnParsed,
): { readonly page: SourcePage; readonly problems: readonly Problem[] } {
  const front = readFrontMatter(name, text, KEYS)
  const fields = readPageFields(front)
  const searched = readSearchFields(front)
  const redirects = readRedirects(front)
  const undated = readMark(front, 'undated')
  const named = nameAfterHeading(name, front, fields.title)
  const laidOut = readLayout(front)
  const body = laidOut.hero + named.body
  const bodyLine = front.bodyLine - laidOut.hero.split('\n').length + 1
  const facts = placeHero(readBody(name, body, bodyLine, onParsed), front.bodyLine, laidOut)
  const described = describeByBody(name, fields.description, facts.summary || named.title.text)
  const problems = [
    ...front.problems,
    ...Object.values(fields).flatMap((each) => each.problems),
    ...searched.problems,
    ...redirects.problems,
    ...undated.problems,
    ...laidOut.problems,
    ...named.problems,
    ...described.problems,
    ...facts.problems,
  ]
  if (named.body.trim() === '' && (front.source !== undefined || named.title.text !== '')) {
    const place = { file: name, line: front.bodyLine, column: 1 }
    problems.push(problemAt(place, 'the page has no text', 'write some, or remove the file'))
  }
  const page: SourcePage = {
    file: below,
    path: urlPathOf(below),
    place: startOfFile(name),
    title: named.title,
    description: joinLines(described.field),
    updated: fields.updated.field,
    isDated: !undated.value,
    kind: fields.kind.field,
    capability: fields.capability.field,
    movedFrom: fields.movedFrom.present ? fields.movedFrom.field : undefined,
    redirectFrom: redirects.addresses,
    search: searched.search,
    questions: searched.questions,
    layout: laidOut.layout,
    lacks: listAbsent(front, fields),
    body,
    bodyLine,
    origins: undefined,
    digest: createHash('sha256').update(body).digest('hex'),
    headings: facts.headings,
    anchors: facts.anchors,
    links: facts.links,
    warnings: [...warnOfHiddenValues(front.source), ...front.warnings, ...facts.warnings],
  }
  return { page, problems }
}

/** What a hero has wrong is wrong in the front matter: its lines are in no file. */
function placeHero(
  facts: ReturnType<typeof readBody>,
  bodyLine: number,
  { heroPlace }: ReturnType<typeof readLayout>,
): ReturnType<typeof readBody> {
  if (heroPlace === undefined) return facts
  const placeOf = (place: Place): Place => (place.line < bodyLine ? heroPlace : place)
  const move = (problem: Problem): Problem => ({ ...problem, ...placeOf(problem) })
  return {
    ...facts,
    links: facts.links.map((link) => ({ ...link, place: placeOf(link.place) })),
    problems: facts.problems.map(move),
    warnings: facts.warnings.map(move),
  }
}

type ReadField = ReturnType<typeof readField>

function readPageFields(front: FrontMatter) {
  return {
    title: readField(front, 'title', checkTitle),
    description: readField(front, 'description', checkDescription),
    updated: readField(front, 'updated', checkDate('updated')),
    kind: readField(front, 'kind', checkKind),
    capability: readField(front, 'capability', acceptAnyText),
    movedFrom: readField(front, 'moved_from', acceptAnyText),
  }
}

/** What a page leaves out. A misspelt key may be any of them, so then none is reported. */
function listAbsent(
  front: FrontMatter,
  fields: Readonly<Record<InheritedKey, ReadField>>,
): readonly InheritedKey[] {
  if (front.problems.length > 0) return []
  return INHERITED.filter((key) => !fields[key].present)
}

/** A page without a title in its front matter is named by its first heading of level 1. */
function nameAfterHeading(
  name: string,
  { body, bodyLine, problems }: FrontMatter,
  { field, present }: ReadField,
): { readonly title: Field; readonly body: string; readonly problems: readonly Problem[] } {
  if (present || problems.length > 0) return { title: field, body, problems: [] }
  const heading = takeTitleHeading(body)
  if (heading === undefined) {
    const fix = 'begin the text with "# " and a title, or write "title" in the front matter'
    const problem = problemAt(startOfFile(name), 'the page has no title', fix)
    return { title: field, body, problems: [problem] }
  }
  const place = { file: name, line: bodyLine + heading.line, column: 1 }
  const title = checkField('title', { text: heading.text, place }, checkTitle)
  return { title: title.field, body: heading.body, problems: title.problems }
}

function describeByBody(
  name: string,
  { field, present }: ReadField,
  summary: string,
): { readonly field: Field; readonly problems: readonly Problem[] } {
  if (present || summary === '') return { field, problems: [] }
  return checkField('description', { text: summary, place: startOfFile(name) }, checkDescription)
}

function joinLines({ text, place }: Field): Field {
  return { text: text.replace(/\s+/g, ' '), place }
}

function makeUnreadablePage(file: PageFile): SourcePage {
  const place = startOfFile(file.name)
  const none = { text: '', place }
  return {
    file: file.below,
    path: urlPathOf(file.below),
    place,
    title: none,
    description: none,
    updated: none,
    isDated: false,
    kind: none,
    capability: none,
    movedFrom: undefined,
    redirectFrom: [],
    search: { keywords: [], questions: [], standing: 'normal' },
    questions: [],
    layout: PLAIN_LAYOUT,
    lacks: [],
    body: '',
    bodyLine: 1,
    origins: undefined,
    digest: '',
    headings: undefined,
    anchors: undefined,
    links: [],
    warnings: [],
  }
}
