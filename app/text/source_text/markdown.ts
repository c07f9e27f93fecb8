import MarkdownIt, { type StateCore, type StateInline, type Token } from 'markdown-it'
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
import { addLinkRules } from './_link_rules.ts'
import { addMath } from './_math_rules.ts'
import { createEnv, type Fault, notesOf } from './_parser_notes.ts'
import { addPictures } from './_pictures.ts'
import { isDiagram, type Program, readCodeBlock, readProgram } from './code_block.ts'
import {
  findInlineEdits,
  findLinkTargets,
  type LinkTarget,
  type MarkdownLink,
} from './link_targets.ts'
import { type Edit, escapeLinkTarget, findLineStarts } from './source_positions.ts'

export { listChosenAnchors, readInlineText } from './_anchor_rules.ts'
export type { DiagramPictures, HtmlOptions, ImageSize, ResolveLink } from './_html_options.ts'
export type { Fault } from './_parser_notes.ts'

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

/** Plain Markdown, and where each line of the source begins in it. */
export type PublishedMarkdown = {
  readonly markdown: string
  readonly locate: (line: number) => number
}

/**
 * The same as plain Markdown, with every relative address resolved: what only our page can show
 * becomes what other readers know, everything else is unchanged.
 */
export function publishMarkdown(
  body: string,
  parsed: ParsedMarkdown,
  resolve: ResolveLink,
): PublishedMarkdown {
  const edits = listEdits(parsed, resolve)
  const starts = findLineStarts(body)
  return {
    markdown: applyEdits(body, edits),
    locate: createEditLocator(edits, (line) => starts[line] ?? body.length),
  }
}

/** The Markdown alone. */
export function resolveMarkdown(
  body: string,
  parsed: ParsedMarkdown,
  resolve: ResolveLink,
): string {
  return publishMarkdown(body, parsed, resolve).markdown
}

/** The same Markdown with other addresses. */
export function moveLinks(body: string, move: ResolveLink): string {
  return applyEdits(body, orderEdits(listAddressEdits(parseMarkdown(body), move)))
}

/** A link can be in the words of another, and is found when that is none any more. */
const BREAKING_ROUNDS_MAX = 5

type BrokenMarkdown = {
  readonly body: string
  readonly parsed: ParsedMarkdown
  /** Addresses of the links that are none any more, in the order of the text, round by round. */
  readonly broken: readonly (readonly string[])[]
}

/** Makes plain text of links by a space after their bracket, where no parser finds a link. */
export function breakLinks(
  body: string,
  parsed: ParsedMarkdown,
  isBad: (target: LinkTarget, seen: ParsedMarkdown) => boolean,
): BrokenMarkdown {
  let [text, seen] = [body, parsed]
  const broken: (readonly string[])[] = []
  for (let round = 0; round < BREAKING_ROUNDS_MAX; round++) {
    const bad = seen.targets.filter((target) => isBad(target, seen))
    if (bad.length === 0) break
    const sorted = bad.toSorted((one, other) => one.start - other.start)
    broken.push(sorted.map(({ href }) => href))
    const pieces: string[] = []
    let from = 0
    for (const { start } of sorted) {
      // The address follows `](` of a link, or `]: ` of a definition.
      const bracket = text.lastIndexOf(']', start) + 1
      pieces.push(text.slice(from, bracket))
      from = bracket
    }
    text = [...pieces, text.slice(from)].join(' ')
    seen = parseMarkdown(text)
  }
  return { body: text, parsed: seen, broken }
}

function listEdits(parsed: ParsedMarkdown, resolve: ResolveLink): readonly Edit[] {
  return orderEdits([...parsed.edits, ...listAddressEdits(parsed, resolve)])
}

function listAddressEdits({ targets }: ParsedMarkdown, resolve: ResolveLink): readonly Edit[] {
  return targets.flatMap(({ href, start, end }): Edit[] => {
    const address = resolve(href)
    return address === href ? [] : [{ start, end, text: escapeLinkTarget(address) }]
  })
}

/** All edits in order; of two that overlap, the first. */
function orderEdits(edits: readonly Edit[]): readonly Edit[] {
  let from = 0
  return edits
    .toSorted((one, other) => one.start - other.start)
    .filter(({ start, end }) => {
      if (start < from) return false
      from = end
      return true
    })
}

function applyEdits(body: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end, text } of edits) {
    pieces.push(body.slice(from, start), text)
    from = end
  }
  return pieces.join('') + body.slice(from)
}

/** Where a line begins after edits, asked line by line; within an edit, it is where that begins. */
function createEditLocator(
  edits: readonly Edit[],
  startOf: (line: number) => number,
): (line: number) => number {
  let [next, shift] = [0, 0]
  return (line) => {
    const offset = startOf(line)
    for (let edit = edits[next]; edit !== undefined && edit.end <= offset; edit = edits[next]) {
      shift += edit.text.length - (edit.end - edit.start)
      next += 1
    }
    const within = edits[next]
    return (within !== undefined && within.start < offset ? within.start : offset) + shift
  }
}

/**
 * The parser looks for the end of a label from each bracket to the end of the paragraph: a hundred
 * thousand open brackets would take it minutes. Where no bracket closes it does not look, and a
 * page has a budget for the rest, beyond which brackets are text.
 */
function addLabelBounds({ helpers }: InstanceType<typeof MarkdownIt>): void {
  const parse = helpers.parseLinkLabel
  helpers.parseLinkLabel = (state, start, disablesNested) => {
    const notes = notesOf(state.env)
    if (notes.labels.isSpent || lastCloseOf(state) <= start) return -1
    const end = parse(state, start, disablesNested)
    if (!notes.labels.take((end === -1 ? state.posMax : end) - start)) notes.cutText = state.src
    return end
  }
}

const lastCloses = new WeakMap<StateInline, number>()

/** Where the last bracket of a paragraph closes; -1 where none does. */
function lastCloseOf(state: StateInline): number {
  const known = lastCloses.get(state) ?? state.src.lastIndexOf(']')
  lastCloses.set(state, known)
  return known
}

const BOX = /^\[([ xX])\][ \t]+(?=\S)/

/** Marks the items of a list that start with `[ ]` or `[x]`. */
function addTaskLists(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.core.ruler.after('inline', 'task_lists', markTasks)
}

function markTasks({ tokens }: StateCore): void {
  for (const [at, token] of tokens.entries()) {
    const item = tokens[at - 2]
    if (token.type !== 'inline' || tokens[at - 1]?.type !== 'paragraph_open') continue
    if (item?.type !== 'list_item_open') continue
    const [first] = token.children ?? []
    const box = first?.type === 'text' ? BOX.exec(first.content) : null
    if (first === undefined || box === null) continue
    first.content = first.content.slice(box[0].length)
    const isDone = box[1] !== ' '
    item.meta = { ...item.meta, task: isDone ? 'done' : 'open' }
    token.meta = { ...token.meta, task: isDone ? 'done' : 'open' }
  }
}
