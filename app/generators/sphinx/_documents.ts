import { startOfFile } from '../../contract/problem.ts'
import { type SourceLine, splitLines } from '../../foreign_markup/source_line.ts'
import { createSlugNamer } from '../../foreign_source/dialects/slugs.ts'
import type { SiteContext } from '../../foreign_source/generator.ts'
import { readConfigValue } from '../../foreign_source/source/config_values.ts'
import { readSourceFrontMatter } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { readTexts, type SphinxConfig } from './_config.ts'
import { expandRstIncludes, readIncluded } from './_includes.ts'
import { readDefinitions } from './_myst_definitions.ts'
import { readMystFacts } from './_myst_index.ts'
import { createScope } from './_objects.ts'
import { type PageContext, reportLoss } from './_page.ts'
import { writeRst } from './_rst_blocks.ts'
import { readRstFacts } from './_rst_index.ts'
import type { RstDocument, RstNode } from './_rst_nodes.ts'
import { reportProblems } from './_rst_problems.ts'
import { readRstTexts } from './_rst_program.ts'
import type { Page, Targets } from './_targets.ts'
import type { Toctree } from './_toctrees.ts'

/** A documentation while its pages are read: each adds what others refer to. */
export type Reading = {
  readonly source: SourceFolder
  readonly config: SphinxConfig
  readonly marker: string
  readonly root: string
  readonly context: SiteContext
  /** Programs that may be Python 3; absent for the usual ones. */
  readonly pythons?: readonly string[] | undefined
  readonly pages: readonly Page[]
  readonly targets: Targets
  readonly titles: Map<string, string>
  readonly descriptions: Map<string, string>
  readonly trees: Toctree[]
}

/** A text in reStructuredText: a page, or a part of one. */
type RstText = {
  readonly page: Page
  readonly lines: readonly SourceLine[]
  /** Where a part begins; undefined for a page. */
  readonly start: SourceLine | undefined
}

type Write = () => readonly SourceLine[]

/** Ways to write what docutils read. */
export type RstTexts = {
  /** By the name of the page. */
  readonly pages: ReadonlyMap<string, Write>
  /** Parts of pages of MyST, by the line in which they begin. */
  findPart(line: SourceLine): Write | undefined
}

export const INSTALL = 'install Python 3, run "pip install docutils", and import again'

const ABSENT = { why: 'Python 3 with docutils was not found', fix: INSTALL } as const

/** Reads every page for what it defines, those in reStructuredText with docutils. */
export async function readDocumentation(reading: Reading): Promise<RstTexts> {
  const texts = reading.pages.flatMap((page) => {
    return page.markup === 'rst' ? [readRstPage(page, reading)] : readMystPage(page, reading)
  })
  const documents = await readAll(texts, reading)
  const pages = new Map<string, Write>()
  const parts = new Map<string, Write>()
  for (const [at, text] of texts.entries()) {
    const document = documents?.[at]
    const tree = document?.tree
    if (document === undefined) continue
    if (tree === undefined) {
      reportProblems(document.problems, text.lines, makeContext(text.page, reading))
      continue
    }
    indexTree(text, tree, reading)
    const write = () => writeDocument(text, document, tree, reading)
    if (text.start === undefined) pages.set(text.page.name, write)
    else parts.set(keyOf(text.start), write)
  }
  for (const page of reading.pages) {
    reading.targets.addPage(page, reading.titles.get(page.name))
  }
  return { pages, findPart: (line) => parts.get(keyOf(line)) }
}

function keyOf({ file, line }: SourceLine): string {
  return `${file}:${line}`
}

/** Reads what a page of MyST defines; its parts in reStructuredText are read with the pages. */
function readMystPage(page: Page, reading: Reading): readonly RstText[] {
  const { source, root, targets } = reading
  const front = readSourceFrontMatter(source.show(page.file), source.read(page.file) ?? '')
  const lines = splitLines(page.file, front.body, front.bodyLine)
  const facts = readMystFacts(page, lines, targets, (path, options, line, stack) => {
    return readIncluded(path, options, line, stack, { root, source })
  })
  const { title } = front.fields
  const words = typeof title === 'string' ? title : facts.title
  if (words !== undefined) reading.titles.set(page.name, words)
  reading.trees.push(...facts.trees)
  return facts.rst.map(({ line, content }) => {
    const expanded = expandRstIncludes(content, { root, source }, [page.file])
    return { page, lines: expanded, start: line }
  })
}

function readRstPage(page: Page, reading: Reading): RstText {
  const { source, root, config } = reading
  const lines = splitLines(page.file, (source.read(page.file) ?? '').replace(/\n$/, ''))
  const own = makeContext(page, reading)
  const expanded = expandRstIncludes(
    lines,
    { root, source, report: (line, what, fix) => reportLoss(own, line, what, fix) },
    [page.file],
  )
  const last = lines.at(-1) ?? { text: '', file: page.file, line: 1 }
  const above = config.prolog === '' ? [] : [...config.prolog.split('\n'), '']
  const first = lines[0] ?? last
  const whole = [
    ...above.map((text) => ({ ...first, text })),
    ...expanded,
    ...writeSubstitutions(expanded, config).map((text) => ({ ...last, text })),
  ]
  return { page, lines: whole, start: undefined }
}

/** Definitions of the substitutions that a text uses and that the configuration has. */
function writeSubstitutions(
  lines: readonly SourceLine[],
  { substitutions, epilog }: SphinxConfig,
): readonly string[] {
  const text = lines.map((line) => line.text).join('\n')
  const used = Object.entries(substitutions).filter(([name]) => {
    return (
      text.includes(`|${name}|`) && !text.includes(`.. |${name}|`) && !epilog.includes(`|${name}|`)
    )
  })
  const rows = used.map(([name, value]) => `.. |${name}| replace:: ${value.replace(/\s+/g, ' ')}`)
  return [
    ...(rows.length === 0 ? [] : ['', ...rows]),
    ...(epilog === '' ? [] : ['', ...epilog.split('\n')]),
  ]
}

async function readAll(
  texts: readonly RstText[],
  { config, context, source, marker, pythons }: Reading,
): Promise<readonly RstDocument[] | undefined> {
  const whole = texts.map(({ lines }) => lines.map(({ text }) => text).join('\n'))
  const result = await readRstTexts(whole, config.defaultRole, pythons)
  if (result.kind === 'read') return result.documents
  const count = texts.length === 1 ? 'one text' : `${texts.length} texts`
  const what = `${count} in reStructuredText cannot be read`
  const { why, fix } = result.kind === 'absent' ? ABSENT : result
  context.report.addLoss(startOfFile(source.show(marker)), `${what}: ${why}`, fix)
  return undefined
}

function indexTree({ page, lines }: RstText, tree: RstNode, reading: Reading): void {
  const [first = { text: '', file: page.file, line: 1 }] = lines
  const facts = readRstFacts(page, tree, reading.targets, ({ line }) => lines[line - 1] ?? first)
  if (page.markup === 'rst' && facts.title !== undefined) {
    reading.titles.set(page.name, facts.title.replace(/\s+/g, ' '))
  }
  if (facts.description !== undefined) reading.descriptions.set(page.name, facts.description)
  reading.trees.push(...facts.trees)
}

function writeDocument(
  { page, lines }: RstText,
  { problems }: RstDocument,
  tree: RstNode,
  reading: Reading,
): readonly SourceLine[] {
  const context = makeContext(page, reading)
  reportProblems(problems, lines, context)
  const written = writeRst(tree, lines, context)
  const [first = { text: '', file: page.file, line: 1 }] = lines
  return written.length === 0 ? [first] : written
}

export function makeContext(page: Page, reading: Reading): PageContext {
  const { source, root, config, targets, context } = reading
  const text = page.markup === 'myst' ? (source.read(page.file) ?? '') : ''
  const fields = readConfigValue(readSourceFrontMatter(source.show(page.file), text).fields)
  return {
    ...{ page, root, source, config, targets, report: context.report },
    substitutions: {
      ...readTexts(fields.at('substitutions')),
      ...readTexts(fields.at('myst', 'substitutions')),
    },
    definitions: readDefinitions(splitLines(page.file, text)),
    scope: createScope(),
    slugOf: createSlugNamer('github'),
    language: config.codeLanguage,
  }
}
