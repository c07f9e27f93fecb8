import { fileOf, isInScope, type Scope } from './_addresses.ts'
import type { Findings } from './_findings.ts'
import type { Robots } from './_robots.ts'

/** Addresses that wait; a site that makes them up fills no memory. */
const WAITING_MAX = 100_000

/** An address that is to be asked. */
export type Job = {
  readonly address: URL
  readonly file: string
  /** Redirects that led to it. */
  readonly hops: number
  /** Whether the page is taken although it names another as the canonical one. */
  readonly isForced?: boolean
}

type Rules = {
  readonly scope: Scope
  readonly robots: Robots
  readonly findings: Findings
}

/** The addresses of a site that nobody asked for yet, each once: pages first, then files. */
export class Waiting {
  readonly #rules: Rules
  readonly #seen = new Set<string>()
  readonly #closed: string[] = []
  #pages: Job[] = []
  readonly #files: Job[] = []

  constructor(rules: Rules) {
    this.#rules = rules
  }

  get pages(): readonly URL[] {
    return this.#pages.map(({ address }) => address)
  }

  get size(): number {
    return this.#pages.length
  }

  /** Leaves out a file, or does not ask for it again. */
  skip(file: string): void {
    this.#seen.add(file)
  }

  /** Leaves out what is below these paths, such as other versions. */
  close(folders: readonly string[]): void {
    this.#closed.push(...folders)
    this.#pages = this.#pages.filter(({ address }) => !this.#isClosed(address))
  }

  /** Adds the address of a page or a file, if it belongs to the site and is new. */
  add(address: URL, kind: 'page' | 'file', hops = 0): void {
    const { scope, robots, findings } = this.#rules
    const file = fileOf(address, kind === 'page')
    if (file === undefined || !isInScope(address, scope) || this.#seen.has(file)) return
    const jobs = kind === 'page' ? this.#pages : this.#files
    if (jobs.length >= WAITING_MAX || this.#isClosed(address)) return
    this.skip(file)
    if (robots.allows(address.pathname)) jobs.push({ address, file, hops })
    else findings.addToGroup(FORBIDDEN, FORBIDDEN_FIX, address.href)
  }

  /** Adds an address again. */
  retry(job: Job): void {
    this.#pages.unshift(job)
  }

  nextPage(): Job | undefined {
    return this.#pages.shift()
  }

  nextFile(): Job | undefined {
    return this.#files.shift()
  }

  #isClosed({ pathname }: URL): boolean {
    return this.#closed.some((folder) => pathname.startsWith(folder))
  }
}

const FORBIDDEN = 'robots.txt forbids this address, which is left out'
const FORBIDDEN_FIX = 'ask its owner, or import the folder of the site'
