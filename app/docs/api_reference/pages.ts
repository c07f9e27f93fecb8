import type { SentRequest } from '../../contract/build.ts'
import { createBudget } from '../../text/source_text/budget.ts'
import { listGroups, listOperations, type TaggedOperations } from './_groups.ts'
import { writeOperation } from './_operations.ts'
import { assignPaths } from './_page_paths.ts'
import { makeRequest } from './_sample_request.ts'
import { type SchemaPages, startPage, writeSchema } from './_schemas.ts'
import { addSchemes } from './_security.ts'
import { toSentRequest } from './_sent_request.ts'
import { createPageText, type PageLine, writeCode, writeDescription, writePlain } from './_text.ts'
import {
  type ApiDescription,
  createResolver,
  type ReportLoss,
  type Resolver,
} from './description.ts'
import { leadOperation, type Operation, summarizeOperation, titleOperation } from './operation.ts'
import { type Fields, readFields, readList, readText } from './values.ts'

/**
 * Characters of all pages. A description of ten thousand operations has pages three times its own
 * length; what many operations share is on each of their pages, fifteen thousand characters of it
 * where four schemas lead to each other.
 */
const MADE_LEAST = 24_000_000
const MADE_FACTOR = 4

/** Writes one page, whose place is a line of the description. */
type WritePage = (
  line: number,
  writePage: (pages: SchemaPages) => readonly PageLine[],
) => readonly PageLine[]

/** Writes pages within what one page, and all of them, may cost. */
function createPageWriter(
  shared: Omit<SchemaPages, 'budget'>,
  description: ApiDescription,
  reportLoss: ReportLoss,
): WritePage {
  const made = createBudget(Math.max(MADE_LEAST, MADE_FACTOR * description.characters))
  return (line, writePage) => {
    if (made.isSpent) return []
    const pages = startPage(shared)
    const lines = writePage(pages)
    const what = 'the schemas of the page repeat each other too often; what exceeds it is left out'
    if (pages.budget.isSpent) reportLoss(line, what, 'nest fewer schemas, or describe them in text')
    if (!made.take(lines.reduce((sum, { text }) => sum + text.length + 1, 0))) {
      const many = 'what operations share fills too many pages; from here on they have no text'
      reportLoss(line, many, 'describe shared schemas and examples in fewer places')
    }
    return lines
  }
}

/** A page of an API, by its path below the pages of that API: `pets/list.md`. */
export type ApiPage = {
  readonly path: string
  readonly title: string
  /** Absent where the text begins with words about the page. */
  readonly description?: string
  readonly lines: readonly PageLine[]
  /** Absent on pages that are about no call. */
  readonly method?: string
  /** Absent where no browser could send it. */
  readonly request?: SentRequest
  readonly isDeprecated: boolean
}

/** Pages of a group: a tag, with its words; webhooks; schemas. */
type ApiGroup = { readonly title: string; readonly pages: readonly ApiPage[] }

type ApiPages = { readonly index: ApiPage; readonly groups: readonly ApiGroup[] }

type WritingContext = {
  readonly description: ApiDescription
  /** How a page is linked to. */
  readonly addressOf: (path: string) => string
  readonly reportLoss: ReportLoss
  /** A description of more pages is refused. */
  readonly pagesMax?: number
}

/**
 * An index, a page for each operation by tag, and a page for each schema that others link to. Of
 * too many pages there is only an index without lines.
 */
export function writeApiPages(context: WritingContext): ApiPages {
  const { description, addressOf, reportLoss, pagesMax = Number.POSITIVE_INFINITY } = context
  const linked = new Set<string>()
  const resolver = createResolver(description, reportLoss)
  const operations = listOperations(description, resolver)
  const groups = listGroups(description.value, operations)
  const refuse = (count: number): ApiPages => {
    const fix = 'split it into descriptions of fewer operations, each in a folder of its own'
    reportLoss(1, `the API has ${count} pages, more than ${pagesMax}`, fix)
    return { index: { path: 'index.md', title: 'API', lines: [], isDeprecated: false }, groups: [] }
  }
  if (operations.length >= pagesMax) return refuse(operations.length + 1)
  const { pathOf, pathOfSchema } = assignPaths(description, groups)
  const link = (name: string) => {
    linked.add(name)
    return addressOf(pathOfSchema(name))
  }
  const write = createPageWriter({ resolver, link }, description, reportLoss)
  const written = groups.map(({ title, operations }): ApiGroup => {
    const made = operations.map((operation): ApiPage => {
      return {
        path: pathOf(operation),
        title: titleOperation(operation),
        ...(leadOperation(operation) === '' ? { description: summarizeOperation(operation) } : {}),
        lines: write(operation.line, (pages) => {
          return writeOperation(operation, { description, pages, reportLoss })
        }),
        method: operation.method,
        ...sentOf(operation, description, resolver),
        isDeprecated: operation.value.deprecated === true,
      }
    })
    return { title, pages: made }
  })
  const schemas = writeSchemaPages(description, write, linked, pathOfSchema)
  const count = 1 + operations.length + schemas.length
  if (count > pagesMax) return refuse(count)
  const all = schemas.length === 0 ? written : [...written, { title: 'Schemas', pages: schemas }]
  return { index: writeIndex(context, groups, written), groups: all }
}

function sentOf(
  operation: Operation,
  description: ApiDescription,
  resolver: Resolver,
): Pick<ApiPage, 'request'> {
  if (operation.isWebhook) return {}
  const request = toSentRequest(makeRequest(operation, description, resolver))
  return request === undefined ? {} : { request }
}

/** Pages of schemas can link to more of them, until there is none left. */
function writeSchemaPages(
  description: ApiDescription,
  write: WritePage,
  linked: ReadonlySet<string>,
  pathOf: (name: string) => string,
): readonly ApiPage[] {
  const schemas = readFields(readFields(description.value.components).schemas)
  const made = new Map<string, ApiPage>()
  for (const name of linked) {
    const line = description.lineOf(['components', 'schemas', name])
    let isDeprecated = false
    const lines = write(line, (pages) => {
      const text = createPageText(description.file, line)
      const { value } = pages.resolver.resolve(schemas[name])
      isDeprecated = value.deprecated === true
      text.add(writeDescription(value.description, 1))
      text.add(writeSchema(value, pages, 0))
      return text.lines
    })
    made.set(name, { path: pathOf(name), title: name, lines, isDeprecated })
  }
  return [...made.values()].sort((a, b) => (a.title < b.title ? -1 : 1))
}

function writeIndex(
  { description, addressOf }: WritingContext,
  groups: readonly TaggedOperations[],
  written: readonly ApiGroup[],
): ApiPage {
  const { value } = description
  const info = readFields(value.info)
  const text = createPageText(description.file, description.lineOf(['info']))
  text.add(writeDescription(info.summary, 1))
  text.add(writeDescription(info.description, 1))
  text.add(listFacts(value).join('\n'))
  addSchemes(text, value)
  for (const [at, { title, text: words }] of groups.entries()) {
    text.add(`## ${writePlain(title)}`)
    text.add(writeDescription(words, 2))
    const rows = (written[at]?.pages ?? []).map((page) => {
      const mark = page.isDeprecated ? ' (deprecated)' : ''
      // A path has braces, which look like templates.
      const words = page.title.includes('{') ? writeCode(page.title) : writePlain(page.title)
      return `- [${words}](${addressOf(page.path)})${mark}`
    })
    text.add(rows.join('\n'))
  }
  const title = readText(info.title) || 'API'
  return { path: 'index.md', title, lines: text.lines, isDeprecated: false }
}

function listFacts(root: Fields): readonly string[] {
  const info = readFields(root.info)
  const contact = readFields(info.contact)
  const license = readFields(info.license)
  const servers = readList(root.servers).map((each) => {
    const server = readFields(each)
    const words = writePlain(server.description)
    return `- Server: ${writeCode(readText(server.url))}${words === '' ? '' : `, ${words}`}`
  })
  const link = (words: string, address: string) =>
    address === '' ? words : `[${words}](${address})`
  const terms = readText(info.termsOfService)
  const more = readFields(root.externalDocs)
  const docs = readText(more.url)
  const name = writePlain(contact.name) || writePlain(contact.email)
  return [
    ...(readText(info.version) === '' ? [] : [`- Version: ${writePlain(info.version)}`]),
    ...servers,
    ...(docs === ''
      ? []
      : [`- ${link(writePlain(more.description) || 'More documentation', docs)}`]),
    ...(terms === '' ? [] : [`- [Terms of service](${terms})`]),
    ...(name === '' ? [] : [`- Contact: ${link(name, readText(contact.url))}`]),
    ...(readText(license.name) === ''
      ? []
      : [`- Licence: ${link(writePlain(license.name), readText(license.url))}`]),
  ]
}
