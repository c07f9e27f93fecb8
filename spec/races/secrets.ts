import { HeadlessBrowser, type VisitedPage } from '../support/headless_browser.ts'

/** Every issued secret that nobody but its holder may know. */
export type Secrets = {
  keep(what: string, value: string | null | undefined): void
  /** Keeps every secret of ours in a text, recognised by its prefix. */
  keepIn(text: string): void
  /** Which of them occur in a text, as they are or percent-encoded. */
  findIn(text: string): readonly string[]
  kinds(): readonly string[]
}

/** Shorter than any secret: a short value would be found everywhere. */
const CHARACTERS_MIN = 16
const OURS = /lt_([a-z]{2})_[A-Za-z0-9_-]{43}/g

const NAMES: Readonly<Record<string, string>> = {
  at: 'access token',
  rt: 'refresh token',
  ac: 'code',
  ss: 'session cookie',
  cr: 'consent request',
  si: 'state of a sign-in',
  sc: 'cookie of a sign-in',
}

export function createSecrets(): Secrets {
  const kept = new Map<string, string>()
  const keep = (what: string, value: string | null | undefined) => {
    if (value === null || value === undefined) throw new Error(`Cannot keep "${what}": absent`)
    if (value.length < CHARACTERS_MIN) throw new Error(`Cannot keep "${what}": too short`)
    kept.set(value, what)
  }
  return {
    keep,
    keepIn: (text) => {
      for (const [value, kind = ''] of text.matchAll(OURS)) keep(NAMES[kind] ?? kind, value)
    },
    findIn: (text) =>
      [...kept].flatMap(([value, what]) =>
        text.includes(value) || text.includes(encodeURIComponent(value)) ? [what] : [],
      ),
    kinds: () => [...new Set(kept.values())].sort(),
  }
}

/** A browser that keeps every secret that it receives. */
export class KeepingBrowser extends HeadlessBrowser {
  readonly base: string
  readonly #secrets: Secrets

  constructor(base: string, secrets: Secrets) {
    super(base)
    this.base = base
    this.#secrets = secrets
  }

  override async open(url: string, init: RequestInit = {}): Promise<VisitedPage> {
    const page = await super.open(url, init)
    this.#secrets.keepIn([page.url, page.html, ...this.cookies.values()].join('\n'))
    for (const { fields } of page.forms) {
      for (const [name, value] of fields) if (name === 'csrf') this.#secrets.keep('csrf', value)
    }
    return page
  }
}
