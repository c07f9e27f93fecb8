import type { SentRequest } from '../../contract/build.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import type { Capability, Change } from '../../contract/corpus.ts'
import type { ExampleWorkspace } from '../../contract/example.ts'
import type { HttpOperation } from '../../contract/operations/mod.ts'
import type { PageRecord } from '../../contract/page.ts'
import type { Registry } from '../../contract/registry.ts'
import type { Question } from '../search/mod.ts'
import type { Asset } from './asset.ts'
import type { BrandFiles } from './brand.ts'
import type { Folder } from './folder.ts'
import type { PageLayout } from './page_layout.ts'
import type { Redirect } from './redirect.ts'
import type { SisterPages } from './sister_pages.ts'
import type { CorpusSkill } from './skill.ts'

/** A page after reading and checking: everything that the emitters need. */
export type CorpusPage = {
  /** Path below the corpus folder, for messages: `pages/guides/start.md`. */
  readonly file: string
  /** URL path without slashes at the ends: `guides/start`; '' is the front page. */
  readonly path: string
  readonly record: PageRecord
  readonly capability: string
  /** Markdown after the front matter, LF line ends, no BOM. */
  readonly body: string
  /** Line of the file on which the body begins, from 1. */
  readonly bodyLine: number
  /** Absent on a page that search finds as any other, by the words that readers see. */
  readonly search?: PageSearch
  /** Absent on a page that is laid out as any other. */
  readonly layout?: PageLayout
  /** Present on a page that is made of the description of an API. */
  readonly api?: PageApi
  /** Paths that the page had before, without slashes at the ends; absent where it had none. */
  readonly redirectFrom?: readonly string[]
  /** Present where nobody wrote the date of the record, which readers then do not see. */
  readonly isUndated?: true
  /** Present in a preview, on a new page that is shown although it has mistakes. */
  readonly isRepaired?: true
}

/** What a page of an API is made of, and what lists of pages show beside its title. */
export type PageApi = {
  /** Path of the description from the folder of the pages. */
  readonly source: string
  /** Absent on pages that are about no operation. */
  readonly method?: string
  readonly isDeprecated: boolean
  /** What the page may send; absent where no browser could. */
  readonly request?: SentRequest
}

/** One entry of `ids.lock`. Removed pages keep theirs, so that an id is never reused. */
export type LockEntry = {
  readonly id: string
  readonly path: string
  readonly title: string
  /** SHA-256 of the body, hexadecimal. */
  readonly digest: string
}

/** The one value that all emitters read. Pages are sorted by path, changes newest first. */
export type Corpus = {
  readonly registry: Registry
  /** Private tools; absent in a corpus without `business.yaml`. */
  readonly business: BusinessRegistry | undefined
  readonly example: ExampleWorkspace | undefined
  readonly baseUrl: string
  readonly published: readonly HttpOperation[]
  readonly capabilities: readonly Capability[]
  readonly pages: readonly CorpusPage[]
  readonly folders: readonly Folder[]
  /** Pictures and other files that pages refer to. */
  readonly assets: readonly Asset[]
  readonly brand: BrandFiles
  /** Skills that the corpus adds to the generated one. */
  readonly skills: readonly CorpusSkill[]
  /** Instructions for models without those about sister sites, which come and go. */
  readonly ownInstructions: string
  /** What `redirects.yaml` lists, beside the old paths that pages name themselves. */
  readonly redirects: readonly Redirect[]
  readonly changes: readonly Change[]
  /** Pages of the sister sites that were read, by base address. */
  readonly sisters: ReadonlyMap<string, SisterPages>
  readonly lock: readonly LockEntry[]
}

/** The values of `search` in front matter; a page without it is found as any other. */
export const STANDINGS_WRITTEN = ['low', 'hidden'] as const
type WrittenStanding = (typeof STANDINGS_WRITTEN)[number]

/** What a page says about search. */
export type PageSearch = {
  /** Words of readers that neither its title nor its description has. */
  readonly keywords: readonly string[]
  /** What readers ask in their words and the page answers, or one of its sections. */
  readonly questions: readonly Question[]
  readonly standing: 'normal' | WrittenStanding
}

export function isStanding(text: string): text is WrittenStanding {
  return STANDINGS_WRITTEN.some((standing) => standing === text)
}
