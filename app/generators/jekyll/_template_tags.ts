import { posix } from 'node:path'
import {
  type Context,
  Hash,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs'
import { makeFence } from '../../source_text/code_marks.ts'
import { createFenceFinder } from './_fences.ts'
import { isDecoration, shapeInclude } from './_include_text.ts'
import { stripMarks } from './_template_text.ts'

/** What the tags need to know of the site. */
type TagTargets = {
  /** The templates of a file of `_includes`, or below the folder of a page, if there is one. */
  findInclude(name: string, from: string | undefined): readonly Template[] | undefined
  /** The address of a source file. */
  findAddress(path: string): string | undefined
  /** The address of a post by its name. */
  findPost(name: string): string | undefined
  /** Reports what a tag loses. */
  reportLoss(token: TagToken, what: string, fix: string): void
  reportDecoration(token: TagToken, name: string): void
}

/** Name of the register that holds the file of the page. */
export const PAGE_FILE = 'jekyll_page'
const DEPTH = 'jekyll_depth'
const IN_CODE = 'jekyll_in_code'
const DEPTH_MAX = 20

type TagClass = new (token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) => Tag

/** Adds the tags of Jekyll, which Liquid does not have. */
export function addTags(liquid: Liquid, targets: TagTargets): void {
  const include = makeIncludeTag(targets, false)
  const named: Readonly<Record<string, TagClass>> = {
    include,
    include_cached: include,
    include_relative: makeIncludeTag(targets, true),
    highlight: HighlightTag,
    capture: CaptureTag,
    link: makeLookupTag(targets, 'link', (name) => targets.findAddress(name)),
    post_url: makeLookupTag(targets, 'post_url', (name) => targets.findPost(name)),
    gist: GistTag,
  }
  for (const [name, tag] of Object.entries(named)) liquid.registerTag(name, tag)
}

function makeIncludeTag(targets: TagTargets, isRelative: boolean): TagClass {
  const isInFence = createFenceFinder()
  return class extends Tag {
    readonly #name: string
    readonly #values: Hash

    constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
      super(token, rest, liquid)
      const [, name = '', values = ''] =
        /^\s*((?:\{\{[^}]*\}\}|[^\s{])+)([\s\S]*)$/.exec(token.args) ?? []
      if (name === '') throw new Error('the include names no file')
      this.#name = name
      try {
        this.#values = new Hash(values.replace(/\r?\n/g, ' '), '=')
      } catch (error) {
        throw new Error(String(error instanceof Error ? error.message : error))
      }
    }

    override *render(context: Context): Generator<unknown, string, unknown> {
      const name = yield* readName(this.#name, this.liquid, context)
      const page = String(context.getRegister(PAGE_FILE, ''))
      const templates = targets.findInclude(name, isRelative ? page : undefined)
      if (templates === undefined) {
        const what = `the include of "${name}" finds no file and is left out`
        const fix = 'add the file; those of a theme are not read'
        targets.reportLoss(this.token, what, fix)
        return ''
      }
      const depth = Number(context.getRegister(DEPTH, 0))
      if (depth >= DEPTH_MAX) throw new Error(`includes are more than ${DEPTH_MAX} levels deep`)
      context.setRegister(DEPTH, depth + 1)
      const values = yield this.#values.render(context)
      context.push({ include: values })
      const text = String(yield this.liquid.renderer.renderTemplates([...templates], context))
      context.pop()
      context.setRegister(DEPTH, depth)
      if (depth > 0 || context.getRegister<boolean>(IN_CODE, false)) return text
      const plain = stripMarks(text)
      // What code includes is shown as it is written, controls too.
      if (plain.includes('<') && isInFence(this.token)) return indentLike(this.token, text)
      if (isDecoration(plain)) {
        if (plain.trim() !== '') targets.reportDecoration(this.token, name)
        return ''
      }
      const shaped = plain.includes('<') ? shapeInclude(plain) + endOf(plain, this.token) : text
      return indentLike(this.token, shaped)
    }
  }
}

/** Where a tag cuts the space behind it, only the end of the file still ends the line. */
function endOf(text: string, { trimRight }: TagToken): string {
  return trimRight ? (/\n+$/.exec(text)?.[0] ?? '') : ''
}

function* readName(
  name: string,
  liquid: Liquid,
  context: Context,
): Generator<unknown, string, unknown> {
  if (!name.includes('{{')) return posix.normalize(name)
  return posix.normalize(String(yield liquid.renderer.renderTemplates(liquid.parse(name), context)))
}

/** Lines of a text below the first, with what stands before its tag. */
function indentLike({ input, begin }: { input: string; begin: number }, text: string): string {
  const line = stripMarks(input.slice(input.lastIndexOf('\n', begin - 1) + 1, begin))
  return /^[ \t>]+$/.test(line) ? text.replace(/\n(?=[^\n])/g, `\n${line}`) : text
}

class CaptureTag extends Tag {
  readonly #variable: string
  readonly #templates: readonly Template[]

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, rest, liquid)
    this.#variable = token.args.trim().replace(/^["']|["']$/g, '')
    this.#templates = readBlock(token, rest, parser, 'endcapture')
  }

  override *render(context: Context): Generator<unknown, string, unknown> {
    const text = yield this.liquid.renderer.renderTemplates([...this.#templates], context)
    Object.assign(context.bottom(), { [this.#variable]: stripMarks(String(text)) })
    return ''
  }
}

class HighlightTag extends Tag {
  readonly #language: string
  readonly #templates: readonly Template[]

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, rest, liquid)
    this.#language = /^\s*([\w.+#-]*)/.exec(token.args)?.[1] ?? ''
    this.#templates = readBlock(token, rest, parser, 'endhighlight')
  }

  override *render(context: Context): Generator<unknown, string, unknown> {
    context.setRegister(IN_CODE, true)
    const text = yield this.liquid.renderer.renderTemplates([...this.#templates], context)
    context.setRegister(IN_CODE, false)
    const code = stripMarks(String(text)).replace(/^\s*\n|\s+$/g, '')
    const fence = makeFence(code)
    const { input, begin } = this.token
    const before = stripMarks(input.slice(input.lastIndexOf('\n', begin - 1) + 1, begin))
    const block = `${fence}${this.#language}\n${code}\n${fence}`
    // In a list the block stands where its tag does.
    if (/^[ \t]*$/.test(before)) return block.replace(/\n(?=[^\n])/g, `\n${before}`)
    return `\n\n${block}\n\n`
  }
}

class GistTag extends Tag {
  override render(): string {
    const [id = ''] = this.token.args.trim().split(/\s+/)
    return `<https://gist.github.com/${id.replace(/["'<>]/g, '')}>`
  }
}

function makeLookupTag(
  targets: TagTargets,
  tag: string,
  find: (name: string) => string | undefined,
): TagClass {
  return class extends Tag {
    readonly #name: string

    constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
      super(token, rest, liquid)
      this.#name = token.args.trim()
    }

    override *render(context: Context): Generator<unknown, string, unknown> {
      const name = yield* readName(this.#name, this.liquid, context)
      const found = find(name)
      if (found !== undefined) return found
      const what = `the tag "${tag}" names "${name}", which is not a page`
      targets.reportLoss(this.token, what, 'correct its path')
      return `/${name.replace(/^\/+/, '')}`
    }
  }
}

function readBlock(
  token: TagToken,
  rest: TopLevelToken[],
  parser: Parser,
  end: string,
): readonly Template[] {
  const templates: Template[] = []
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if ('name' in next && next.name === end) return templates
    templates.push(parser.parseToken(next, rest))
  }
  throw new Error(`tag ${token.getText()} not closed`)
}
