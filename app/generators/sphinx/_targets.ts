import { posix } from 'node:path'
import { makeTermId, type TermStyle } from './_text.ts'

/** A page of a Sphinx or MyST documentation. */
export type Page = {
  /** Path below the imported folder. */
  readonly file: string
  /** Its path below the documentation without extension, by which others name it. */
  readonly name: string
  readonly markup: 'myst' | 'rst'
}

/** What a reference leads to. */
export type Target = {
  readonly page: Page
  /** '' for the page itself. */
  readonly anchor: string
  /** What a reference without words of its own shows. */
  readonly title: string | undefined
}

/** Everything that references of a documentation can name. */
export class Targets {
  readonly #pages = new Map<string, Target>()
  readonly #labels = new Map<string, Target>()
  readonly #titles = new Map<string, Target>()
  readonly #objects = new Map<string, Target>()
  readonly #byLastName = new Map<string, Target | undefined>()
  readonly #terms = new Map<string, Target>()
  readonly #pageTerms = new Map<string, Target>()
  readonly #headings = new Map<string, Target>()
  readonly #style: TermStyle

  constructor(style: TermStyle) {
    this.#style = style
  }

  addPage(page: Page, title: string | undefined): void {
    this.#pages.set(page.name, { page, anchor: '', title })
  }

  addLabel(name: string, target: Target): void {
    const key = keyOf(name)
    if (!this.#labels.has(key)) this.#labels.set(key, target)
  }

  /** A title is a label where nothing else has its name. */
  addTitle(name: string, target: Target): void {
    const key = keyOf(name)
    if (!this.#titles.has(key)) this.#titles.set(key, target)
  }

  addTerm(page: Page, title: string): void {
    const target = { page, anchor: makeTermId(title, this.#style), title }
    this.#terms.set(keyOf(title), target)
    this.#pageTerms.set(`${page.name}#${keyOf(title)}`, target)
  }

  /** A heading by the anchor that its page gives it. */
  addHeading(slug: string, target: Target): void {
    this.#headings.set(`${target.page.name}#${slug}`, target)
  }

  /** An object of a program by its full name; the last part is enough where it is unique. */
  addObject(name: string, target: Target): void {
    if (this.#objects.has(name)) return
    this.#objects.set(name, target)
    const last = name.slice(name.lastIndexOf('.') + 1)
    this.#byLastName.set(last, this.#byLastName.has(last) ? undefined : target)
  }

  findPage(name: string): Target | undefined {
    return this.#pages.get(name) ?? this.#pages.get(name.replace(/\/$/, '/index'))
  }

  pageNames(): ReadonlySet<string> {
    return new Set(this.#pages.keys())
  }

  findLabel(name: string): Target | undefined {
    return this.#labels.get(keyOf(name)) ?? this.#titles.get(keyOf(name))
  }

  /** A term, on one page or on any. */
  findTerm(name: string, page?: string): Target | undefined {
    const key = keyOf(name)
    return page === undefined ? this.#terms.get(key) : this.#pageTerms.get(`${page}#${key}`)
  }

  findHeading(page: string, slug: string): Target | undefined {
    return this.#headings.get(`${page}#${slug}`)
  }

  findObject(
    name: string,
    scope: { readonly module: string; readonly object: string },
  ): Target | undefined {
    const isLoose = name.startsWith('.')
    const plain = name.replace(/^[.~!]+|\(\)$/g, '')
    const around = [
      [scope.module, scope.object, plain],
      [scope.object, plain],
      [scope.module, plain],
      [plain],
    ]
    for (const parts of around) {
      const found = this.#objects.get(parts.filter((part) => part !== '').join('.'))
      if (found !== undefined) return found
    }
    // `App.run` for `flask.App.run`
    const last = plain.slice(plain.lastIndexOf('.') + 1)
    const found = this.#byLastName.get(last)
    if (found === undefined || (!isLoose && !plain.includes('.'))) return undefined
    return isLoose || found.anchor.endsWith(`.${plain}`) ? found : undefined
  }
}

/** The address of a target as links of imported pages have it. */
export function addressOf({ page, anchor }: Target): string {
  const path = page.name.split('/').map(encodeURIComponent).join('/')
  return `/${path}.md${anchor === '' ? '' : `#${encodeURI(anchor)}`}`
}

/** The name of a page as a title, where it has no other. */
export function titleOf({ page, title }: Target): string {
  return title ?? posix.basename(page.name)
}

function keyOf(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}
