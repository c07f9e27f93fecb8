import { fileOf } from './_addresses.ts'
import type { Findings } from './_findings.ts'
import type { FetchedPage } from './_page.ts'

/** The one language that is fetched: a corpus has one. */
export class LanguageChoice {
  readonly #findings: Findings
  readonly #seen = new Set<string>()
  #language: string | undefined

  constructor(wish: string | undefined, findings: Findings) {
    this.#language = wish
    this.#findings = findings
  }

  /** Files of pages in other languages, and folders that hold them. */
  findOthers(
    { language, translations }: FetchedPage,
    address: URL,
  ): { readonly files: readonly string[]; readonly folders: readonly string[] } {
    this.#language ??= language ?? 'en'
    const own = primaryOf(this.#language)
    const others = translations.filter((each) => {
      const isOther = each.language !== 'x-default' && primaryOf(each.language) !== own
      return isOther && each.address.href !== address.href && !this.#seen.has(each.address.href)
    })
    for (const each of others) {
      this.#seen.add(each.address.href)
      const what = `pages in "${own}" are imported, and those in "${each.language}" left out`
      this.#findings.addToGroup(what, 'name another with --language', each.address.href)
    }
    const paths = others.map((each) => each.address.pathname)
    return {
      files: others.flatMap((each) => fileOf(each.address) ?? []),
      // Below the address of the page itself, it is the folder of a language: `/` and `/de/`.
      folders: paths.filter((path) => path.endsWith('/') && path.startsWith(folderOf(address))),
    }
  }
}

export function primaryOf(language: string): string {
  return language.toLowerCase().split(/[-_]/, 1)[0] ?? ''
}

function folderOf({ pathname }: URL): string {
  return pathname.slice(0, pathname.lastIndexOf('/') + 1)
}
