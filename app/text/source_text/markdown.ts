import MarkdownIt, { type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import type { Heading } from '../../contract/build.ts'
import { addAnchors, readAnchors } from './_anchor_rules.ts'
import { addCallouts } from './_callouts.ts'
import { addContainers } from './_containers.ts'
import { findTextFaults, listUnusedNotes } from './_content_faults.ts'
import { addDetails } from './_details.ts'
import { addElements } from './_elements.ts'
import { addFenceEdits } from './_fence_edits.ts'
import { addFileTrees } from './_file_trees.ts'
import { createRenderEnv, type HtmlOptions, type ResolveLink } from './_html_options.ts'
import { addHtmlRules } from './_html_rules.ts'
import { addLabelBounds } from './_link_labels.ts'
import { addLinkRules } from './_link_rules.ts'
import { addMath } from './_math_rules.ts'
import { createEnv, type Fault } from './_parser_notes.ts'
import { addPictures } from './_pictures.ts'
import { addTaskLists } from './_task_lists.ts'
import { isDiagram, type Program, readCodeBlock, readProgram } from './code_block.ts'
import {
  findInlineEdits,
  findLinkTargets,
  type LinkTarget,
  type MarkdownLink,
} from './link_targets.ts'
import { type Edit, escapeLinkTarget } from './source_positions.ts'

export { listChosenAnchors } from './_anchor_rules.ts'
export type { DiagramPictures, HtmlOptions, ImageSize, ResolveLink } from './_html_options.ts'
export { readInlineText } from './_inline_text.ts'
export type { Fault } from './_parser_notes.ts'
export type { MarkdownLink } from './link_targets.ts'

/** A parsed body. `targets`, `tokens` and `edits` are only for the functions of this folder. */
export type ParsedMarkdown = {
  readonly headings: readonly Heading[]
  /** Everything on the page that a link can lead to: headings, and what its author chose. */
  readonly anchors: readonly string[]
  /** In source order. A reference counts where it is defined, not where it is used. */
  readonly links: readonly MarkdownLink[]
  /** What the author should change. */
  readonly faults: readonly Fault[]
  /** Where the page has more brackets than can be paired: from there on none of them is a link. */
  readonly cut: Fault | undefined
  /** Labels of footnotes that the page does not show, because nothing refers to them. */
  readonly unusedNotes: readonly string[]
  readonly targets: readonly LinkTarget[]
  readonly tokens: readonly Token[]
  /** What makes plain Markdown of our additions. */
  readonly edits: readonly Edit[]
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
markdown.use(footnotes)
// A note in the sentence itself is no part of the dialect that others read.
markdown.inline.ruler.disable('footnote_inline')
addLabelBounds(markdown)
addLinkRules(markdown)
addAnchors(markdown)
addFenceEdits(markdown)
addContainers(markdown)
addMath(markdown)
addDetails(markdown)
addElements(markdown)
addCallouts(markdown)
addTaskLists(markdown)
addFileTrees(markdown)
addHtmlRules(markdown)
addPictures(markdown)

/** Parses the body of a page: CommonMark, our additions, little HTML, and no guessed links. */
export function parseMarkdown(body: string): ParsedMarkdown {
  return new ParsedBody(body)
}

/** Who parses often asks for one of these alone, and each takes a tenth of the parser itself. */
class ParsedBody implements ParsedMarkdown {
  readonly tokens: readonly Token[]
  readonly headings: readonly Heading[]
  readonly anchors: readonly string[]
  readonly #body: string
  readonly #notes: ReturnType<typeof createEnv>
  readonly #anchorFaults: readonly Fault[]
  #targets: readonly LinkTarget[] | undefined
  #edits: readonly Edit[] | undefined

  constructor(body: string) {
    this.#body = body
    this.#notes = createEnv()
    this.tokens = markdown.parse(body, this.#notes.env)
    const { headings, anchors, faults } = readAnchors(this.tokens)
    this.headings = headings
    this.anchors = anchors
    this.#anchorFaults = faults
  }

  get targets(): readonly LinkTarget[] {
    this.#targets ??= findLinkTargets(this.#body, this.tokens, this.#notes.notes.definitions)
    return this.#targets
  }

  get edits(): readonly Edit[] {
    this.#edits ??= [...this.#notes.notes.edits, ...findInlineEdits(this.#body, this.tokens)]
    return this.#edits
  }

  get links(): readonly MarkdownLink[] {
    return this.targets.map(({ href, line, image }) => ({ href, line, image }))
  }

  get cut(): Fault | undefined {
    const { cutText } = this.#notes.notes
    if (cutText === undefined) return undefined
    const line = this.tokens.find(({ content }) => content === cutText)?.map?.[0] ?? 0
    const what = 'the brackets are too many to pair; from here on they are text, and no links'
    return { line, what, fix: 'write "\\[" for a bracket that begins no link', severity: 'warning' }
  }

  get unusedNotes(): readonly string[] {
    return listUnusedNotes(this.#notes.env)
  }

  get faults(): readonly Fault[] {
    const { env, notes } = this.#notes
    const shown = findTextFaults(this.#body, this.tokens, env)
    const cut = this.cut === undefined ? [] : [this.cut]
    return [...cut, ...notes.faults, ...this.#anchorFaults, ...shown]
  }
}

/** HTML of a body: headings have their anchors, and `resolve` maps every address. */
export function renderHtml(
  parsed: ParsedMarkdown,
  resolve: ResolveLink,
  options: HtmlOptions = {},
): string {
  const env = createRenderEnv(resolve, options)
  return markdown.renderer.render([...parsed.tokens], markdown.options, env)
}

/** The programs in a body, for a highlighter. */
export function listPrograms({ tokens }: ParsedMarkdown): readonly Program[] {
  return tokens
    .filter(({ type }) => type === 'fence')
    .map(({ info, content }) => readProgram(readCodeBlock(info, content)))
}

/** The texts of the diagrams in a body, for what draws them. */
export function listDiagrams({ tokens }: ParsedMarkdown): readonly string[] {
  return tokens
    .filter(({ type, info }) => type === 'fence' && isDiagram(readCodeBlock(info, '')))
    .map(({ content }) => content)
}

/**
 * The same as plain Markdown, with every relative address resolved: what only our page can show
 * becomes what other readers know, everything else is unchanged.
 */
export function resolveMarkdown(
  body: string,
  parsed: ParsedMarkdown,
  resolve: ResolveLink,
): string {
  return applyEdits(body, [...parsed.edits, ...listAddressEdits(parsed, resolve)])
}

/** The same Markdown with other addresses. */
export function moveLinks(body: string, move: ResolveLink): string {
  return applyEdits(body, listAddressEdits(parseMarkdown(body), move))
}

function listAddressEdits({ targets }: ParsedMarkdown, resolve: ResolveLink): readonly Edit[] {
  return targets.flatMap(({ href, start, end }): Edit[] => {
    const address = resolve(href)
    return address === href ? [] : [{ start, end, text: escapeLinkTarget(address) }]
  })
}

function applyEdits(body: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let from = 0
  const inOrder = edits.toSorted((one, other) => one.start - other.start)
  for (const { start, end, text } of inOrder) {
    if (start < from) continue
    pieces.push(body.slice(from, start), text)
    from = end
  }
  return pieces.join('') + body.slice(from)
}
