import { LIMITS } from '../../contract/limits.ts'
import { fileOf, isInScope, isPageAddress, type Scope } from './_addresses.ts'
import { decodeBody, encodeBody, isHtml } from './_bodies.ts'
import type { Findings } from './_findings.ts'
import { LanguageChoice } from './_languages.ts'
import { MarkdownPages } from './_markdown.ts'
import { isSlashAlone, MOVE_FIX, Moves, refuseMove, writeMove } from './_moves.ts'
import { type FetchedPage, PAGE_BYTES_MAX, readPage } from './_page.ts'
import type { Answer, Requests } from './_requests.ts'
import type { Robots } from './_robots.ts'
import type { SiteCopy } from './_site_copy.ts'
import { type Job, Waiting } from './_waiting.ts'

export const PAGE_TYPES = 'text/html, application/xhtml+xml'

/** Requests under way at once. */
const AT_ONCE = 2
/** Failures after one another: then the server is in trouble, and nothing more is asked. */
const FAILURES_MAX = 10
const TROUBLE = `${FAILURES_MAX} requests in a row failed`

type WalkOptions = {
  readonly scope: Scope
  readonly copy: SiteCopy
  readonly requests: Requests
  readonly robots: Robots
  readonly findings: Findings
  readonly language: string | undefined
  readonly pagesMax: number
  /** Why nothing more may be asked, once that is so. */
  readonly findEnd: () => string | undefined
  readonly progress: ((done: number, total: number) => void) | undefined
}

/** Goes through the pages of a site, breadth first, and then what they show. */
export class Walk {
  /** Pages that are in the copy. */
  pages = 0
  /** What is still to be asked. */
  readonly waiting: Waiting
  readonly #options: WalkOptions
  readonly #languages: LanguageChoice
  readonly #markdown: MarkdownPages
  readonly #moves = new Moves()
  readonly #fetched = new Set<string>()
  #failures = 0

  constructor(options: WalkOptions) {
    this.#options = options
    this.waiting = new Waiting(options)
    this.#languages = new LanguageChoice(options.language, options.findings)
    this.#markdown = new MarkdownPages(options)
  }

  /** Takes the first page, whose answer is there already. */
  async begin(address: URL, answer: Answer): Promise<void> {
    const file = fileOf(address) ?? 'index.html'
    this.waiting.skip(file)
    await this.#takePage({ address, file, hops: 0, isForced: true }, answer)
  }

  /** Fetches until nothing is left; why it ended before that, if it did. */
  async run(): Promise<string | undefined> {
    let end = await this.#drain()
    if (end === undefined) {
      this.#retryCanonical()
      end = await this.#drain()
    }
    await this.#writeMoves()
    return end
  }

  /** A page whose canonical one is not there is the page itself. */
  #retryCanonical(): void {
    for (const { address, target, isCanonical } of this.#moves.list()) {
      const isThere = target !== undefined && this.#fetched.has(target.href)
      const file = fileOf(address)
      if (!isCanonical || isThere || file === undefined) continue
      this.#moves.remove(address)
      this.waiting.retry({ address, file, hops: 0, isForced: true })
    }
  }

  async #drain(): Promise<string | undefined> {
    const active = new Set<Promise<void>>()
    let end: string | undefined
    for (;;) {
      while (active.size < AT_ONCE && end === undefined) {
        end = this.#failures < FAILURES_MAX ? this.#options.findEnd() : TROUBLE
        const task = end === undefined ? this.#startNext() : undefined
        if (task === undefined) break
        active.add(task)
        void task.then(() => active.delete(task))
      }
      if (active.size === 0) return end
      await Promise.race(active)
      const left = this.waiting.size + active.size
      this.#options.progress?.(this.pages, this.pages + left)
    }
  }

  #startNext(): Promise<void> | undefined {
    const isFull = this.pages >= this.#options.pagesMax
    const page = isFull ? undefined : this.waiting.nextPage()
    if (page !== undefined) return this.#visitPage(page)
    const file = this.waiting.nextFile()
    return file === undefined ? undefined : this.#visitFile(file)
  }

  async #visitPage(job: Job): Promise<void> {
    const { requests, copy } = this.#options
    const known = job.isForced === true ? undefined : await copy.validatorsOf(job.address.href)
    const question = { bytesMax: PAGE_BYTES_MAX, accept: PAGE_TYPES, known }
    await this.#takePage(job, await requests.ask(job.address, question))
  }

  async #takePage(job: Job, answer: Answer): Promise<void> {
    const { findings } = this.#options
    const { href } = job.address
    this.#failures = answer.kind === 'failed' ? this.#failures + 1 : 0
    switch (answer.kind) {
      case 'moved':
        return this.#takeMove(job, answer.to)
      case 'missing':
        // The import says so of each page that links to it.
        return
      case 'denied':
        return findings.addSignIn(href, answer.status)
      case 'body':
        if (isHtml(answer.type)) await this.#readPage(job, decodeBody(answer), answer)
        return
      case 'failed':
      case 'same':
        return await this.#takeKept(job, answer)
    }
  }

  /** Goes on with what an earlier run fetched. */
  async #takeKept(job: Job, answer: Extract<Answer, { kind: 'failed' | 'same' }>): Promise<void> {
    const { copy, findings } = this.#options
    const { href } = job.address
    const entry = copy.entryOf(href)
    if (answer.kind === 'failed') {
      const kept = entry === undefined ? '' : ', and its last copy is kept'
      const what = `the page cannot be fetched: ${answer.reason}${kept}`
      findings.addLoss(href, what, 'import again when the site answers')
    }
    if (entry === undefined) return
    if (entry.to !== undefined) {
      await copy.keep(href)
      return this.#addMove(job, new URL(entry.to), true)
    }
    const bytes = await copy.read(entry)
    if (bytes !== undefined) await this.#readPage(job, new TextDecoder().decode(bytes), answer)
  }

  async #readPage(job: Job, text: string, answer: Answer): Promise<void> {
    const { copy, findings } = this.#options
    const { address, file } = job
    const { href } = address
    const page = readPage(text, href)
    if (page === undefined) return
    if (page.kind === 'sign_in') return findings.addSignIn(href)
    if (page.kind === 'shell') return findings.addShell(href)
    const others = this.#languages.findOthers(page, address)
    for (const each of others.files) this.waiting.skip(each)
    this.waiting.close(others.folders)
    const canonical = job.isForced === true ? undefined : this.#canonicalOf(page, job)
    const kept = await copy.validatorsOf(href)
    const validators = answer.kind === 'body' ? answer.validators : kept
    if (canonical !== undefined) {
      this.#addMove(job, canonical, true)
      await copy.write(href, { file, to: canonical.href, ...validators }, writeMove(canonical))
      return
    }
    for (const each of page.links) if (isPageAddress(each)) this.waiting.add(each, 'page')
    for (const each of page.files) this.waiting.add(each, 'file')
    this.pages += 1
    this.#fetched.add(href)
    const bytes = answer.kind === 'body' ? encodeBody(text, answer) : undefined
    if (bytes === undefined) await copy.keep(href)
    else this.#report(href, await copy.write(href, { file, ...validators }, bytes))
    await this.#markdown.take(address, file, page)
  }

  /** The page that this one is only another address of. */
  #canonicalOf({ canonical }: FetchedPage, { address, file }: Job): URL | undefined {
    const { scope } = this.#options
    if (canonical === undefined || !isInScope(canonical, scope)) return undefined
    const other = fileOf(canonical)
    // Where all pages name the first one, somebody forgot to fill in the name.
    const isHome = canonical.href === scope.start || canonical.pathname === scope.base
    if (other === undefined || other === file || isHome) return undefined
    return this.#moves.endOf(canonical)?.href === address.href ? undefined : canonical
  }

  #takeMove(job: Job, to: URL): void {
    const { scope, findings } = this.#options
    const { href } = job.address
    const refusal = refuseMove(to, job.hops, scope)
    const isSameFile = fileOf(to) === job.file && to.href !== href
    if (refusal !== undefined) findings.addLoss(href, ...refusal)
    else if (!isSameFile) this.#addMove(job, to, false)
    else this.waiting.retry({ ...job, address: to, hops: job.hops + 1 })
  }

  #addMove({ address, hops }: Job, to: URL, isCanonical: boolean): void {
    this.#moves.add(address, to, isCanonical)
    this.waiting.add(to, 'page', hops + 1)
  }

  /** Old addresses become pages that only lead on, which the import knows how to read. */
  async #writeMoves(): Promise<void> {
    const { copy, findings } = this.#options
    for (const { address, target, isCanonical } of this.#moves.list()) {
      const { href } = address
      const file = fileOf(address)
      if (target === undefined || !this.#fetched.has(target.href)) {
        const why = target === undefined ? 'in a circle' : 'to no page'
        // Where a budget is used up, the page may be one that was not fetched.
        if (this.waiting.size === 0) findings.addLoss(href, `the address leads ${why}`, MOVE_FIX)
      } else if (!isCanonical && file !== undefined && !isSlashAlone(address, target)) {
        this.#report(href, await copy.write(href, { file }, writeMove(target)))
      }
    }
  }

  async #visitFile({ address, file }: Job): Promise<void> {
    const { requests, copy, findings } = this.#options
    const { href } = address
    const known = await copy.validatorsOf(href)
    const answer = await requests.ask(address, { bytesMax: LIMITS.assetBytesMax, known })
    this.#failures = answer.kind === 'failed' ? this.#failures + 1 : 0
    if (answer.kind === 'failed') {
      const what = `the file cannot be fetched: ${answer.reason}`
      findings.addLoss(href, what, 'make it smaller, or import again later')
    }
    if (answer.kind === 'same' || answer.kind === 'failed') await copy.keep(href)
    if (answer.kind !== 'body' || isHtml(answer.type)) return
    this.#report(href, await copy.write(href, { file, ...answer.validators }, answer.bytes))
  }

  #report(href: string, refusal: string | undefined): void {
    const { findings } = this.#options
    if (refusal !== undefined) findings.addLoss(href, refusal, 'give it another address')
  }
}
