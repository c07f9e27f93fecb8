import { posix } from 'node:path'
import { Context, Liquid, LiquidError, type TagToken, type Template } from 'liquidjs'
import { quote } from '../../contract/problem.ts'
import { type SourceLine, splitLines } from '../../foreign_markup/source_line.ts'
import { createSlugNamer } from '../../foreign_source/dialects/slugs.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { readSourceFrontMatter } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { createBudget } from '../../source_text/budget.ts'
import { countText, toText } from './_counted_text.ts'
import type { JekyllPage } from './_pages.ts'
import { addTags, PAGE_FILE } from './_template_tags.ts'
import {
  disarm,
  disarmAll,
  findPosition,
  markText,
  placeLines,
  stripMarks,
  type TemplateText,
} from './_template_text.ts'
import { findUnknownValues } from './_unknown_values.ts'

/** Runs the templates of a site: Liquid with the tags, filters and values that Jekyll adds. */
type Templates = {
  /** The lines of a page after its templates ran. */
  run(lines: readonly SourceLine[], page: JekyllPage | undefined): readonly SourceLine[]
}

type TemplateSite = {
  readonly source: SourceFolder
  readonly report: Report
  /** The folder of the site. */
  readonly root: string
  readonly pages: readonly JekyllPage[]
  /** What templates see as `site`. */
  readonly values: Readonly<Record<string, unknown>>
  readonly url: string
  readonly baseurl: string
}

/** Limits of one page, in characters, milliseconds and values; pages need a hundredth of them. */
const LIMITS = { parseLimit: 4_000_000, renderLimit: 60_000, memoryLimit: 5_000_000 }
const ATTEMPTS_MAX = 50
/** Characters that are parsed for one page, over all attempts. */
const PARSED_MAX = 6_000_000
const LIMIT_REACHED = /\blimit exceeded|call stack/i

export function createTemplates(site: TemplateSite): Templates {
  return new TemplateRunner(site)
}

class TemplateRunner implements Templates {
  readonly #site: TemplateSite
  readonly #liquid: Liquid
  /** Files that pages include, by path. */
  readonly #includes = new Map<string, TemplateText>()
  readonly #parsed = new Map<string, readonly Template[]>()
  /** Texts by the keys of their marks; the page is the first. */
  readonly #texts: TemplateText[] = []
  readonly #decorations = new Set<string>()
  readonly #urls: ReadonlyMap<string, string>

  constructor(site: TemplateSite) {
    this.#site = site
    this.#urls = new Map(site.pages.map(({ path, url }) => [path, url]))
    // No file is ever read by the engine: it knows no templates but those that it is given.
    this.#liquid = new Liquid({ templates: {}, strictFilters: true, ...LIMITS })
    countText(this.#liquid)
    addFilters(this.#liquid, site)
    addTags(this.#liquid, {
      findInclude: (name, from) => this.#findInclude(name, from),
      findAddress: (path) => this.#urls.get(path.replace(/^\/+/, '')),
      findPost: (name) => this.#findPost(name),
      reportLoss: (token, what, fix) => this.#reportAt(token, what, fix),
      reportDecoration: (token, name) => this.#noteDecoration(token, name),
    })
  }

  run(lines: readonly SourceLine[], page: JekyllPage | undefined): readonly SourceLine[] {
    const [first] = lines
    const isPlain = lines.every(({ text }) => !text.includes('{%') && !text.includes('{{'))
    if (first === undefined || isPlain) return lines
    const marked = markText(lines, 0, this.#liquid, (line, column, why) => {
      this.#reportBroken(line, column, why)
    })
    this.#texts[0] = marked
    const unknown = findUnknownValues(marked.text, this.#liquid, this.#site.values)
    for (const { offset, value } of unknown) {
      const { line = first, column } = findPosition(marked, offset)
      const place = { file: this.#site.source.show(line.file), line: line.line, column }
      const what = `the value ${quote(value)} is not set, so the template shows nothing`
      this.#site.report.addLoss(place, what, 'put "{% raw %}" before it, if it is meant as text')
    }
    return placeLines(this.#render(marked, first, page), this.#texts, first)
  }

  #render(marked: TemplateText, first: SourceLine, page: JekyllPage | undefined): string {
    const values = {
      site: this.#site.values,
      page: page === undefined ? {} : describePage(page),
      jekyll: { environment: 'production', version: '4.4.0' },
      layout: {},
    }
    const budget = createBudget(PARSED_MAX)
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      if (!budget.take(marked.text.length)) break
      try {
        const context = new Context(values, this.#liquid.options, { sync: true })
        context.setRegister(PAGE_FILE, first.file)
        return String(this.#liquid.renderSync(this.#liquid.parse(marked.text), context))
      } catch (error) {
        // What is too much for one page is too much again without the tag that noticed.
        if (LIMIT_REACHED.test(String(error)) || !this.#repair(error)) break
      }
    }
    this.#reportBroken(first, 1, 'the templates of the page cannot be run')
    return disarmAll(marked.text)
  }

  /** Makes text of the tag that failed; false where it cannot be found. */
  #repair(error: unknown): boolean {
    if (!(error instanceof LiquidError)) throw error
    const { input, begin } = error.token
    const [file, text] =
      [...this.#includes].find(([, each]) => each.text === input) ??
      (this.#texts[0]?.text === input ? ['', this.#texts[0]] : [])
    if (file === undefined || text === undefined) return false
    const { line, column } = findPosition(text, begin)
    if (line !== undefined) this.#reportBroken(line, column, error.message)
    this.#parsed.delete(file)
    return disarm(text, begin)
  }

  #findInclude(name: string, from: string | undefined): readonly Template[] | undefined {
    const { root, source } = this.#site
    const folder = from === undefined ? posix.join(root, '_includes') : posix.dirname(from)
    const file = posix.join(folder, name)
    const isInside = folder === '.' ? !file.startsWith('../') : file.startsWith(`${folder}/`)
    const written = isInside ? source.read(file) : undefined
    if (written === undefined) return undefined
    let text = this.#includes.get(file)
    if (text === undefined) {
      const key = this.#includes.size + 1
      const { body, bodyLine } =
        from === undefined
          ? { body: written, bodyLine: 1 }
          : readSourceFrontMatter(source.show(file), written)
      text = markText(splitLines(file, body, bodyLine), key, this.#liquid, (line, column, why) => {
        this.#reportBroken(line, column, why)
      })
      this.#includes.set(file, text)
      this.#texts[key] = text
    }
    const templates = this.#parsed.get(file) ?? this.#liquid.parse(text.text)
    this.#parsed.set(file, templates)
    return templates
  }

  #findPost(name: string): string | undefined {
    const wanted = name.replace(/^\/+/, '')
    return this.#site.pages.find(({ path, label }) => {
      const bare = path.replace(/^(.*\/)?_posts\//, '$1').replace(/\.\w+$/, '')
      return label === 'posts' && (bare === wanted || bare.endsWith(`/${wanted}`))
    })?.url
  }

  #reportAt({ input, begin }: TagToken, what: string, fix: string): void {
    const text = this.#texts.find((each) => each.text === input)
    const line = text === undefined ? undefined : findPosition(text, begin)
    const place = line?.line ?? this.#texts[0]?.lines[0]
    if (place === undefined) return
    const { report, source } = this.#site
    report.addLoss(
      { file: source.show(place.file), line: place.line, column: line?.column ?? 1 },
      what,
      fix,
    )
  }

  #reportBroken(line: SourceLine, column: number, why: string): void {
    const reason = why.replace(/, line:.*$/s, '').replace(/\s+/g, ' ')
    const what = `the template cannot be run: ${reason.slice(0, 120)}; it stays as written`
    const place = { file: this.#site.source.show(line.file), line: line.line, column }
    this.#site.report.addLoss(place, what, 'correct it, or write what it shows')
  }

  /** A button on a thousand pages is one note. */
  #noteDecoration(token: TagToken, name: string): void {
    if (this.#decorations.has(name)) return
    this.#decorations.add(name)
    const { pages, source, report } = this.#site
    const call = stripMarks(token.getText())
    const count = pages.reduce((sum, { file }) => {
      return sum + (source.read(file)?.split(call).length ?? 1) - 1
    }, 0)
    const line = this.#texts.find((each) => each.text === token.input)
    const at = line === undefined ? undefined : findPosition(line, token.begin).line
    if (at === undefined) return
    const place = { file: source.show(at.file), line: at.line, column: 1 }
    const what = `the include "${name}" has no words and is left out, ${count} times in all`
    report.addNote(place, what, 'write what it shows, if readers need it')
  }
}

/** What templates see as `page`. */
export function describePage({ fields, url, path, label }: JekyllPage): Record<string, unknown> {
  const name = posix.basename(path)
  const own = {
    url,
    path,
    name,
    dir: posix.dirname(url),
    ...(label === '' ? {} : { collection: label }),
  }
  return { ...fields, ...own }
}

function addFilters(liquid: Liquid, { url, baseurl }: TemplateSite): void {
  const isWhole = (address: string) => /^[a-z][a-z0-9+.-]*:/i.test(address)
  const mount = (value: unknown) => {
    const address = toText(value)
    return isWhole(address) ? address : `${baseurl}/${address.replace(/^\/+/, '')}`
  }
  liquid.registerFilter('relative_url', mount)
  liquid.registerFilter('absolute_url', (value: unknown) => {
    const address = mount(value)
    return isWhole(address) ? address : `${url}${address}`
  })
  liquid.registerFilter('strip_index', (value: unknown) => {
    return toText(value).replace(/\/index\.html?$/, '/')
  })
  // The text is Markdown in the end, so it stays what it is.
  for (const name of ['markdownify', 'smartify']) liquid.registerFilter(name, toText)
  liquid.registerFilter('slugify', (value: unknown) => createSlugNamer('github')(toText(value)))
  liquid.registerFilter('to_integer', (value: unknown) => Math.trunc(Number(value)) || 0)
}
