import { posix } from 'node:path'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import { writeContainers } from '../../foreign_source/dialects/containers.ts'
import { expandIncludes } from '../../foreign_source/dialects/includes.ts'
import type { SlugFamily } from '../../foreign_source/dialects/slugs.ts'
import { writeTableRows } from '../../foreign_source/dialects/table_rows.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { wordsOf } from '../../foreign_source/site_addresses.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { writeBadges } from './_badges.ts'
import {
  cutReferences,
  keepLastDefinitions,
  nameOwnKinds,
  reportEmoji,
  reportEmptyCallouts,
  reportTitleLinks,
  writeAbbreviations,
  writeDefinitions,
} from './_blocks.ts'
import { convertCodeInfo } from './_code_info.ts'
import type { MkdocsConfig } from './_config.ts'
import { levelFences } from './_fences.ts'
import { spaceHeadings } from './_headings.ts'
import {
  makeBracesGrammar,
  makeSnippetGrammar,
  makeTagGrammar,
  removeSnippetEscapes,
  writeSnippetLists,
} from './_includes.ts'
import { convertInline, type InlineMarks } from './_inline.ts'
import { levelLists } from './_lists.ts'
import { writeMacros } from './_macros.ts'
import { joinNamedLinks } from './_named_links.ts'
import { createAnchorFinder, writeObjectLinks } from './_object_links.ts'
import { writeVariants } from './_variants.ts'

type Context = {
  readonly source: SourceFolder
  readonly report: Report
  readonly anchors: SlugFamily
}

type Step = (lines: readonly SourceLine[]) => readonly SourceLine[]

/** What the plugins and extensions of a site do before Markdown, in their order. */
export function makePrepare(config: MkdocsConfig, root: string, context: Context): Step {
  const steps = [
    ...listIncludes(config, root, context),
    ...listBlocks(config, root, context),
    makeInlineStep(config),
    writeTableRows,
  ]
  return (lines) => steps.reduce((done, step) => step(done), lines)
}

function listIncludes(config: MkdocsConfig, root: string, context: Context): readonly Step[] {
  const { folder, extension, plugin } = config
  const steps: Step[] = []
  if (plugin(/^include-markdown$/) !== undefined) {
    const grammar = makeTagGrammar(root)
    steps.push((lines) => expandIncludes(lines, grammar, context))
  }
  if ((plugin(/^macros$/) ?? extension(/extensions\.macros$/)) !== undefined) {
    steps.push((lines) => writeMacros(lines, config.root, context))
  }
  const snippets = extension(/^pymdownx\.snippets$/)
  if (snippets !== undefined) {
    const base = snippets.at('base_path')
    const written =
      base.text() === undefined ? base.list().flatMap((each) => each.text() ?? []) : []
    const paths = base.text() === undefined ? written : [base.text() ?? '.']
    const folders = (paths.length === 0 ? ['.'] : paths).map((path) => {
      return posix.join(folder, path.replace(/^\$?config_dir\/?/, ''))
    })
    const grammar = makeSnippetGrammar(folders)
    const appended = snippets
      .at('auto_append')
      .list()
      .flatMap((each) => each.text() ?? [])
    steps.push((lines) => {
      const own = expandIncludes(writeSnippetLists(lines), grammar, context)
      const more = expandIncludes(writeAppended(lines, appended), grammar, context)
      return removeSnippetEscapes([...own, ...keepUsed(more, own)])
    })
  }
  if (extension(/include/) !== undefined) {
    const grammar = makeBracesGrammar(folder)
    steps.push((lines) => {
      return expandIncludes(writeVariants(lines, folder, context.source), grammar, context)
    })
  }
  return steps
}

/** Files that the site puts at the end of every page, such as addresses and abbreviations. */
function writeAppended(
  lines: readonly SourceLine[],
  paths: readonly string[],
): readonly SourceLine[] {
  const last = lines.at(-1)
  if (last === undefined) return []
  return paths.flatMap((path) => [
    { ...last, text: '' },
    { ...last, text: `--8<-- "${path}"` },
  ])
}

/** Of the addresses for all pages those that a page refers to. */
function keepUsed(more: readonly SourceLine[], own: readonly SourceLine[]): readonly SourceLine[] {
  if (more.length === 0) return more
  const page = own.map(({ text }) => text.toLowerCase()).join(' ')
  return more.filter(({ text }) => {
    const label = /^[ ]{0,3}\[([^\]^\n]{1,200})\]:/.exec(text)?.[1]
    return label === undefined || page.includes(`[${label.toLowerCase()}]`)
  })
}

function listBlocks(config: MkdocsConfig, root: string, context: Context): readonly Step[] {
  const { source, report, anchors } = context
  const { extension, plugin } = config
  const kinds = new Map<string, string>()
  for (const each of extension(/^pymdownx\.blocks\.admonition$/)
    ?.at('types')
    .list() ?? []) {
    const name = each.text() ?? each.at('name').text()
    if (name !== undefined && !KNOWN_KINDS.has(name)) {
      kinds.set(name, each.at('title').text() ?? wordsOf(name))
    }
  }
  const badges: Step = (lines) => writeBadges(lines, source, report)
  const steps: Step[] = [spaceHeadings, levelFences, levelLists, badges]
  if ((plugin(/^mkdocstrings$/) ?? extension(/^mkautodoc$/)) !== undefined) {
    steps.push((lines) => cutReferences(lines, source, report))
  }
  if (plugin(/^(?:mkdocstrings|autorefs)$/) !== undefined) {
    const findAnchor = createAnchorFinder(source, root, anchors)
    steps.push((lines) => writeObjectLinks(lines, { source, report, findAnchor }))
  }
  if (extension(/^(?:markdown\.extensions\.)?(?:abbr|extra)$/) !== undefined) {
    steps.push(writeAbbreviations)
  }
  if (extension(/^(?:markdown\.extensions\.)?(?:def_list|extra)$/) !== undefined) {
    steps.push(writeDefinitions)
  }
  steps.push(keepLastDefinitions, joinNamedLinks)
  steps.push((lines) => {
    reportEmptyCallouts(lines, source, report)
    return writeContainers(nameOwnKinds(lines, kinds), ['indented', 'slashes'])
  })
  steps.push((lines) => {
    reportTitleLinks(lines, source, report)
    return lines
  })
  if (extension(/^pymdownx\.emoji$/) !== undefined) {
    steps.push((lines) => {
      reportEmoji(lines, source, report)
      return lines
    })
  }
  return steps
}

/** Kinds of callouts that the containers read. */
const KNOWN_KINDS = new Set(
  `abstract admonition attention bug caution check danger error example fail failure hint important
  info note question quote success tip warning`.split(/\s+/),
)

function makeInlineStep({ extension }: MkdocsConfig): Step {
  const has = (name: RegExp) => extension(name) !== undefined
  const isExtra = has(/^(?:markdown\.extensions\.|pymdownx\.)?extra$/)
  const marks: InlineMarks = {
    attributes: isExtra || has(/^(?:markdown\.extensions\.)?attr_list$/),
    keys: has(/^pymdownx\.keys$/),
    marks: has(/^pymdownx\.mark$/),
    carets: has(/^pymdownx\.caret$/),
    tildes: has(/^pymdownx\.tilde$/),
    critic: has(/^pymdownx\.critic$/),
    formulas: has(/^pymdownx\.arithmatex$/),
    spans: has(/^pymdownx\.inlinehilite$/),
  }
  return (lines) => {
    const isCode = createFenceFollower()
    let [wasCode, isFormula] = [false, false]
    return lines.map((line) => {
      if (marks.formulas && /^[ \t]*\$\$[ \t]*$/.test(line.text)) isFormula = !isFormula
      if (isFormula) return line
      const isInside = isCode(line.text)
      const opens = isInside && !wasCode
      wasCode = isInside
      if (opens) return convertCodeInfo(line)
      return isInside ? line : convertInline(line, marks)
    })
  }
}
