import type { Place } from '../../contract/problem.ts'
import type { Markup } from '../markdown/conversion.ts'
import type { Lines } from '../markdown/source_line.ts'
import type { SlugFamily } from './dialects/slugs.ts'
import type { Face } from './face.ts'
import type { StatedVersion } from './files/product.ts'
import type { SourceFolder } from './files/source_files.ts'
import type { Report } from './report/report.ts'

/** A documentation generator whose folders we read. Its configuration is read, never run. */
export type Generator = {
  /** As its users call it: `mdBook`. */
  readonly name: string
  /** Finds the generator's marker files; undefined where the folder is not one of its own. */
  recognise(source: SourceFolder): Recognition | undefined
  readSite(reading: SiteReading): Site | Promise<Site>
}

/** Where a generator is set up, below the imported folder. */
export type Recognition = {
  /** The file that says so: `book.toml`, `docs/mkdocs.yml`. */
  readonly marker: string
  /** Its folder, '' for the imported folder itself. */
  readonly folder: string
  /** Files beside it that say the same of other folders. */
  readonly near?: readonly string[]
}

export type SiteContext = {
  readonly wishes: Wishes
  readonly report: Report
  /** The day of the import, as YYYY-MM-DD. */
  readonly today: string
}

/** What a site is read from: the folder, where its generator is set up, and what is wanted. */
export type SiteReading = SiteContext &
  Recognition & {
    readonly source: SourceFolder
    /** The marker file as messages name it. */
    readonly shown: string
  }

/** What the owner asked for, where a source has several. */
export type Wishes = {
  readonly version: string | undefined
  readonly language: string | undefined
}

/** What a generator knows of a documentation beside the words of its pages. */
export type Site = {
  /** Absent where the configuration does not say. */
  readonly title?: string | undefined
  /** A tag such as `en` or `pt-BR`. */
  readonly language?: string | undefined
  /** An SPDX identifier. */
  readonly license?: string | undefined
  /** Of the product, with its file. */
  readonly version?: StatedVersion | undefined
  /** Address of the published site, or its path alone; links below it are links to pages. */
  readonly baseAddress?: string | undefined
  /** The folder that the configuration names for the pages: `../docs` lies outside the source. */
  readonly pagesFolder?: string
  /** The pages to import, in their order; other Markdown files are no pages. */
  readonly pages: readonly SitePage[]
  /** The menu; empty where the source has none of its own. */
  readonly menu: readonly MenuEntry[]
  /** Titles of the groups at its top that the source shows as parts of the site. */
  readonly tabs?: readonly string[]
  /** Old addresses that pages took over, such as from the configuration. */
  readonly redirects: readonly Redirect[]
  /** How the generator makes anchors of headings. */
  readonly anchors: SlugFamily
  readonly markup: Markup
  /** Whether nothing reads templates: then braces are text. */
  readonly isLiteral?: boolean
  /** Whether `01-intro.md` is at `/intro/`; where it is not, numbers stay. */
  readonly cutsNumbers: boolean
  /** Runs before Markdown over the text below the front matter: includes, templates, blocks. */
  readonly prepare?: Prepare
  /** Whether `prepare` knows all pages already, and their files need not be read again. */
  readonly isRead?: boolean
  /** What `hashWords` made of the text of a page, where the import is compared with it. */
  readonly originalWords?: (file: string) => Uint32Array | undefined
  /** Keys of the front matter that the generator reads and that need no report. */
  readonly knownKeys?: readonly string[]
  /** Folders from which a link to a file counts, too, if it is written without `./` or `../`. */
  readonly linkRoots?: readonly string[]
  readonly face?: Face
  /** Folders whose files are served from the root of the site. */
  readonly fileRoots?: readonly string[]
}

type Prepare = (lines: Lines, page: SitePage) => Lines

export type SitePage = {
  /** Path below the imported folder. */
  readonly file: string
  /** Path below the documentation, from which the address is made; it keeps the extension. */
  readonly named: string
  /** Where the old site had it, without the slash before it: `guide/intro.html`. */
  readonly oldAddress?: string | undefined
  /**
   * The page as Markdown without front matter, where it is not what the file holds: then `file` is
   * only a name for it, and the place of the first line is that of the page.
   */
  readonly made?: Lines
  /** What its text is written in, where that is not the markup of the site. */
  readonly markup?: Markup
  /** What is set here takes precedence over the front matter. */
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly updated?: string
  /** Where the source of the page can be changed, if that is not the file. */
  readonly editAddress?: string
  readonly draft?: boolean
  /** The word of the source: `beta`, `deprecated`. */
  readonly status?: string | undefined
}

export type MenuEntry =
  | { readonly kind: 'page'; readonly file: string; readonly title?: string | undefined }
  | {
      readonly kind: 'group'
      readonly title: string
      /** The page of the group itself. */
      readonly file?: string | undefined
      readonly entries: readonly MenuEntry[]
    }
  | { readonly kind: 'link'; readonly title: string; readonly href: string }

/** An old address and where it leads: an address of the source, as its owner wrote both. */
export type Redirect = {
  readonly from: string
  readonly to: string
  /** The line of the list, as messages name it. */
  readonly place: Place
}
