import { posix } from 'node:path'
import { CALLOUT_NAMES } from '../../markdown/callout_kinds.ts'
import { classify, isFenced } from '../../markdown/line_classes.ts'
import type { Lines } from '../../markdown/source_line.ts'
import { writeContainers } from '../../source/dialects/containers.ts'
import { expandIncludes } from '../../source/dialects/includes.ts'
import { writeTableRows } from '../../source/dialects/table_rows.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { Report } from '../../source/report/report.ts'
import { wordsOf } from '../../source/site_addresses.ts'
import {
  cutReferences,
  nameOwnKinds,
  reportBadges,
  reportEmoji,
  reportEmptyCallouts,
  reportTitleLinks,
} from './_blocks.ts'
import type { MkdocsConfig } from './_config.ts'
import {
  joinNamedLinks,
  keepLastDefinitions,
  writeAbbreviations,
  writeDefinitions,
} from './_definitions.ts'
import {
  makeBracesGrammar,
  makeSnippetGrammar,
  makeTagGrammar,
  removeSnippetEscapes,
  writeSnippetLists,
} from './_includes.ts'
import { convertInline, type InlineMarks } from './_inline.ts'
import { convertCodeInfo, levelFences, levelLists, spaceHeadings } from './_levels.ts'
import { cutObjectLinks } from './_object_links.ts'

type Context = {
  readonly source: SourceFolder
  readonly report: Report
}

type Step = (lines: Lines) => Lines

/** A step, and the plugin or the extension without which a site does not have it. */
type Row = readonly [isUsed: boolean, step: Step]

/** What the plugins and extensions of a site do before Markdown, in their order. */
export function makePrepare(config: MkdocsConfig, root: string, context: Context): Step {
  const rows = [
    ...listIncludes(config, root, context),
    ...listBlocks(config, context),
    [true, makeInlineStep(config)],
    [true, writeTableRows],
  ] as const
  const steps = rows.flatMap(([isUsed, step]) => (isUsed ? [step] : []))
  return (lines) => steps.reduce((done, step) => step(done), lines)
}

function listIncludes(config: MkdocsConfig, root: string, context: Context): readonly Row[] {
  const { folder, plugin, uses } = config
  const [tags, braces] = [makeTagGrammar(root), makeBracesGrammar(folder)]
  return [
    [plugin(/^include-markdown$/) !== undefined, (lines) => expandIncludes(lines, tags, context)],
    [uses(/^pymdownx\.snippets$/), makeSnippetStep(config, context)],
    [uses(/include/), (lines) => expandIncludes(lines, braces, context)],
  ]
}

function makeSnippetStep({ folder, extension }: MkdocsConfig, context: Context): Step {
  const snippets = extension(/^pymdownx\.snippets$/)
  const paths = snippets?.at('base_path').texts() ?? []
  const folders = (paths.length === 0 ? ['.'] : paths).map((path) => {
    return posix.join(folder, path.replace(/^\$?config_dir\/?/, ''))
  })
  const grammar = makeSnippetGrammar(folders)
  const appended = snippets?.at('auto_append').list() ?? []
  return (lines) => {
    const own = expandIncludes(writeSnippetLists(lines), grammar, context)
    const [last] = lines.slice(-1)
    // Files that the site puts at the end of every page, such as addresses and abbreviations.
    const calls = appended.flatMap((each) => {
      const path = each.text()
      return path === undefined || last === undefined
        ? []
        : ['', `--8<-- "${path}"`].map((text) => ({ ...last, text }))
    })
    const more = expandIncludes(calls, grammar, context)
    return removeSnippetEscapes([...own, ...keepUsed(more, own)])
  }
}

/** Of the addresses for all pages those that a page refers to. */
function keepUsed(more: Lines, own: Lines): Lines {
  if (more.length === 0) return more
  const page = own.map(({ text }) => text.toLowerCase()).join(' ')
  return more.filter(({ text }) => {
    const label = /^[ ]{0,3}\[([^\]^\n]{1,200})\]:/.exec(text)?.[1]
    return label === undefined || page.includes(`[${label.toLowerCase()}]`)
  })
}

function listBlocks(config: MkdocsConfig, { report }: Context): readonly Row[] {
  const { extension, plugin, uses } = config
  const kinds = new Map<string, string>()
  for (const each of extension(/^pymdownx\.blocks\.admonition$/)
    ?.at('types')
    .list() ?? []) {
    const name = each.text() ?? each.at('name').text()
    if (name !== undefined && !CALLOUT_NAMES.has(name)) {
      kinds.set(name, each.at('title').text() ?? wordsOf(name))
    }
  }
  const isReference = plugin(/^mkdocstrings$/) ?? extension(/^mkautodoc$/)
  const hasObjects = plugin(/^(?:mkdocstrings|autorefs)$/) !== undefined
  return [
    [true, spaceHeadings],
    [true, levelFences],
    [true, levelLists],
    [true, (lines) => reportBadges(lines, report)],
    [isReference !== undefined, (lines) => cutReferences(lines, report)],
    [hasObjects, (lines) => cutObjectLinks(lines, report)],
    [uses(/^(?:markdown\.extensions\.)?(?:abbr|extra)$/), writeAbbreviations],
    [uses(/^(?:markdown\.extensions\.)?(?:def_list|extra)$/), writeDefinitions],
    [true, keepLastDefinitions],
    [true, joinNamedLinks],
    [true, (lines) => reportEmptyCallouts(lines, report)],
    [true, (lines) => writeContainers(nameOwnKinds(lines, kinds), ['indented', 'slashes'])],
    [true, (lines) => reportTitleLinks(lines, report)],
    [uses(/^pymdownx\.emoji$/), (lines) => reportEmoji(lines, report)],
  ]
}

function makeInlineStep({ uses }: MkdocsConfig): Step {
  const isExtra = uses(/^(?:markdown\.extensions\.|pymdownx\.)?extra$/)
  const marks: InlineMarks = {
    attributes: isExtra || uses(/^(?:markdown\.extensions\.)?attr_list$/),
    keys: uses(/^pymdownx\.keys$/),
    marks: uses(/^pymdownx\.mark$/),
    carets: uses(/^pymdownx\.caret$/),
    tildes: uses(/^pymdownx\.tilde$/),
    critic: uses(/^pymdownx\.critic$/),
    formulas: uses(/^pymdownx\.arithmatex$/),
    spans: uses(/^pymdownx\.inlinehilite$/),
  }
  return (lines) => {
    const classes = classify(lines)
    let isFormula = false
    return lines.map((line, at) => {
      if (marks.formulas && /^[ \t]*\$\$[ \t]*$/.test(line.text)) isFormula = !isFormula
      if (isFormula) return line
      if (classes[at]?.kind === 'open') return convertCodeInfo(line)
      return isFenced(classes[at]) ? line : convertInline(line, marks)
    })
  }
}
