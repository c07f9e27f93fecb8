import type { Heading } from '../../contract/build.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import type { ExampleWorkspace } from '../../contract/example.ts'
import type { HttpOperation } from '../../contract/operations/mod.ts'
import type { Place, Problem } from '../../contract/problem.ts'
import type { Registry } from '../../contract/registry.ts'
import type { YamlSource } from '../../text/source_text/yaml.ts'
import type { Asset } from './asset.ts'
import type { BrandFileName, BrandFiles } from './brand.ts'
import type { LockEntry, PageApi, PageSearch } from './corpus.ts'
import type { PageLayout } from './page_layout.ts'
import type { Redirect } from './redirect.ts'
import type { SisterPages } from './sister_pages.ts'
import type { CorpusSkill } from './skill.ts'

/** A YAML file as read: the problems of its syntax and schema, and what is usable all the same. */
export type SourceYaml<Content> = {
  /** Absent where there is no file, or nothing in it can be read. */
  readonly source: YamlSource | undefined
  readonly problems: readonly Problem[]
  readonly content: Content
}

/** A text of the source with its place; '' where it is missing, which is reported elsewhere. */
export type Field = { readonly text: string; readonly place: Place }

export type SourceLink = { readonly href: string; readonly image: boolean; readonly place: Place }

/** What a page may leave out, if its folder, the registry or its file say it. */
export type InheritedKey = 'kind' | 'capability' | 'updated'

/** What pages are that do not say it themselves. */
export type PageDefaults = {
  readonly kind: Field | undefined
  readonly capability: Field | undefined
}

/** A page as read, before it is checked against the rest of the corpus. */
export type SourcePage = {
  /** Path below `pages/`: `guides/start.md`. */
  readonly file: string
  /** URL path without slashes at the ends: `guides/start`; '' is the front page. */
  readonly path: string
  /** Where the file begins, for problems of the whole page. */
  readonly place: Place
  readonly title: Field
  readonly description: Field
  readonly updated: Field
  /** Whether somebody wrote the date, or git has it: only then readers see it. */
  readonly isDated: boolean
  readonly kind: Field
  readonly capability: Field
  readonly movedFrom: Field | undefined
  /** Addresses that the page had before, each as a path without slashes at its ends. */
  readonly redirectFrom: readonly Field[]
  readonly search: PageSearch
  /** The questions of `search` as written. */
  readonly questions: readonly SourceQuestion[]
  readonly layout: PageLayout
  /** Present on a page that is made of the description of an API. */
  readonly api?: PageApi
  /** What the page leaves to its folder, to the registry, or to the date of its file. */
  readonly lacks: readonly InheritedKey[]
  readonly body: string
  readonly bodyLine: number
  /** Where each line of the body was written, if other files are part of it. */
  readonly origins: readonly { readonly file: string; readonly line: number }[] | undefined
  /** SHA-256 of the body, hexadecimal. */
  readonly digest: string
  /** Absent where the file could not be read, so that its anchors are unknown. */
  readonly headings: readonly Heading[] | undefined
  /** Everything on the page that a link can lead to; absent where the file could not be read. */
  readonly anchors: readonly string[] | undefined
  readonly links: readonly SourceLink[]
  /** What its author may want to change; it stops no build. */
  readonly warnings: readonly Problem[]
}

/** A question of a page, and the section that it names. */
export type SourceQuestion = { readonly ask: Field; readonly section: Field | undefined }

/** The order of a folder as read, before it is compared with the pages. */
export type SourceFolder = {
  readonly path: string
  readonly title: string | undefined
  readonly titlePlace: Place
  /** The description of an API that has pages here. */
  readonly api: Field | undefined
  readonly entries: readonly SourceFolderEntry[]
  readonly tabs: readonly SourceTab[]
  /** Where the file lists its tabs. */
  readonly tabsPlace: Place
  readonly defaults: PageDefaults
  readonly warnings: readonly Problem[]
}

type SourceTab = { readonly title: string | undefined; readonly names: readonly Field[] }

type SourceFolderEntry = Field & {
  readonly isLink: boolean
  readonly groups: readonly string[]
  readonly title: string | undefined
}

/** An entry of `redirects.yaml` as written. */
export type SourceRedirect = Redirect & {
  readonly fields: { readonly from: Field; readonly to: Field }
}

/** A changelog file as read; optional members are absent where the author left them out. */
export type SourceChange = {
  readonly id: string
  readonly title: Field
  readonly date: Field
  readonly capability: Field | undefined
  readonly status: Field | undefined
  readonly page: Field | undefined
  readonly summary: string
  readonly links: readonly SourceLink[]
  readonly warnings: readonly Problem[]
}

export type SourceCapability = {
  readonly id: string
  readonly status: string
  readonly place: Place
}

/** What readers call things, as the registry says. */
export type SourceSearch = {
  readonly synonyms: readonly { readonly phrase: Field; readonly means: readonly Field[] }[]
  readonly aliases: readonly { readonly phrase: Field; readonly page: Field }[]
}

/** The registry as far as it could be read; `value` is present only when it fits its schema. */
export type SourceRegistry = {
  readonly value: Registry | undefined
  /** Absent when the file has no readable list of capabilities to check pages against. */
  readonly capabilities: readonly SourceCapability[] | undefined
  /** Described operations with their places; absent when they cannot be read. */
  readonly operations: readonly Field[] | undefined
  /** Names of the public tools, as far as they can be read. */
  readonly tools: readonly Field[]
  readonly llmsFullPath: string | undefined
  /** Whether its author names the language of the pages. */
  readonly isLanguageStated: boolean
  /** Examples of skills that the author wrote, each with the number of its skill. */
  readonly examples: readonly (Field & { readonly skill: number })[]
  /** Where the pages are, from the folder of the registry. */
  readonly pagesFolder: string
  /** What a page is that neither says it itself nor has it from a folder. */
  readonly pageDefaults: PageDefaults
  /** Texts that pages name as `{{name}}`. */
  readonly variables: ReadonlyMap<string, string>
  readonly search: SourceSearch
  /** Hosts that pages may show pictures from; absent when the registry cannot be read. */
  readonly imageHosts: readonly string[] | undefined
  /** Paths of the files of the brand, from the folder of the registry. */
  readonly brandPaths: Readonly<Partial<Record<BrandFileName, Field>>>
  /** Addresses that the theme adds to every page. */
  readonly themeLinks: readonly Field[]
  /** Sister sites, with where their manifests are. */
  readonly sisters: readonly SourceSister[]
  /** Addresses of who publishes the service: of the organization and of the contact. */
  readonly publisherAddresses: readonly Field[]
  readonly warnings: readonly Problem[]
}

export type SourceSister = {
  /** Base address without a slash at its end. */
  readonly address: Field
  /** Path of its manifest from the folder of the registry. */
  readonly manifest: Field | undefined
}

/** What the manifests of sister sites say. */
export type SisterManifests = {
  /** By base address. */
  readonly pages: ReadonlyMap<string, SisterPages>
  /** Those that cannot be read: links then lead to the front pages of their sites. */
  readonly warnings: readonly Problem[]
}

/** The two files of the business surface; a value is absent where its file is, or is invalid. */
export type SourceBusiness = {
  readonly registry: BusinessRegistry | undefined
  readonly example: ExampleWorkspace | undefined
  /** Names of the private tools, as far as they can be read. */
  readonly tools: readonly Field[]
  readonly warnings: readonly Problem[]
}

/** The allowlist as far as it could be read. */
export type SourceAllowlist = {
  readonly value: readonly HttpOperation[]
  readonly operations: readonly Field[] | undefined
}

export type SourceLock = {
  readonly entries: readonly (LockEntry & { readonly place: Place })[]
  /** False when a line could not be read; no ids can be assigned then. */
  readonly readable: boolean
}

export type Source = {
  readonly baseUrl: string
  readonly registry: SourceRegistry
  readonly business: SourceBusiness
  readonly allowlist: SourceAllowlist
  readonly lock: SourceLock
  readonly pages: readonly SourcePage[]
  readonly folders: readonly SourceFolder[]
  /** Pictures and other files that pages refer to. */
  readonly assets: readonly Asset[]
  readonly brand: BrandFiles
  /** What `redirects.yaml` lists. */
  readonly redirects: readonly SourceRedirect[]
  readonly changes: readonly SourceChange[]
  readonly sisters: SisterManifests
  readonly skills: {
    readonly skills: readonly CorpusSkill[]
    readonly warnings: readonly Problem[]
  }
  /** The folder of the pages, for a corpus that has none. */
  readonly pagesPlace: Place
}
