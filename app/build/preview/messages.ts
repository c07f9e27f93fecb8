import type { PageRecord } from '../../contract/page.ts'
import type { Problem } from '../../contract/problem.ts'

/** Where the preview answers its own script; no page can have an address with a dot in front. */
export const PREVIEW_PATH = '/.lectern/'

/** A problem as its author sees it. */
export type ShownProblem = Problem & {
  /** The line of its place between its neighbours. */
  readonly frame: readonly { readonly number: number; readonly text: string }[]
  /** Opens the place, if the author named an editor. */
  readonly editor?: string
}

/** What the server tells every open page. */
export type PreviewMessage = {
  /** This run of the server; pages of another one are out of date. */
  readonly run: string
  readonly revision: number
  /** Paths of pages that changed since the last message; absent if anything may have. */
  readonly pages?: readonly string[]
  /** Where pages are that moved, by the path that they had. */
  readonly moves: Readonly<Record<string, string>>
  readonly problems: readonly ShownProblem[]
  /** Whether search has caught up with the pages. */
  readonly isSearchCurrent: boolean
}

/** How search finds a page for a query, in the words of `eval --explain`. */
export type SearchView = {
  readonly text: string
  /** Where search lists the page, from 1; 0 if it does not. */
  readonly place: number
  readonly found: number
}

/** The same for a browser, or why there is none. */
export type SearchAnswer = SearchView | { readonly refusal: string }

/** What machines get of a page, for its author. */
export type MachineView =
  | { readonly record: undefined }
  | {
      readonly record: PageRecord
      readonly twin: string
      readonly twinTokens: number
      /** The result of the page tool over MCP, as a model reads it. */
      readonly tool: string
      readonly toolName: string
      readonly toolTokens: number
      readonly ownTitle: SearchAnswer
      /** What `check` says of the file. */
      readonly said: readonly string[]
    }
