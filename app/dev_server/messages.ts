import type { PageRecord } from '../contract/page.ts'
import type { Problem } from '../contract/problem.ts'

/** Where the preview answers its own script; no page can have an address with a dot in front. */
export const PREVIEW_PATH = '/.lectern/'

/** What the server tells every open page. */
export type PreviewMessage = {
  /** This run of the server; pages of another one are out of date. */
  readonly run: string
  /** Counts what was shown. */
  readonly revision: number
  /** Paths of pages that changed since the last message; absent if anything may have. */
  readonly pages?: readonly string[]
  /** Where pages are that moved, by the path that they had. */
  readonly moves: Readonly<Record<string, string>>
  readonly problems: readonly Problem[]
  /** Whether search has caught up with the pages. */
  readonly isSearchCurrent: boolean
}

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
      /** Where search lists the page for its own title, from 1; 0 if it does not. */
      readonly ownPlace: number
      readonly found: readonly string[]
      /** What `check` says of the file. */
      readonly said: readonly string[]
    }
