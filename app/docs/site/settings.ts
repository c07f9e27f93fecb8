import type { SentRequest } from '../../contract/build.ts'

/** Keys of the texts that the script shows; pages have the rest of them already. */
export const SCRIPT_TEXTS = [
  'page.copied',
  'page.copyFailed',
  'search.label',
  'search.placeholder',
  'search.close',
  'search.searching',
  'search.results.one',
  'search.results.other',
  'search.results.best',
  'search.none',
  'search.noneHelp',
  'search.corrected',
  'search.unmatched',
  'search.weak',
  'search.failed',
  'search.retry',
  'search.tooLong',
  'search.tooMany',
  'search.recent',
  'search.forget',
  'search.slash',
  'search.all',
  'search.keyMove',
  'search.keyOpen',
  'search.keyClose',
  'code.copy',
  'code.copied',
  'code.copyFailed',
  'code.expand',
  'image.enlarge',
] as const

/** What the build tells the script, in front of it. */
export type ScriptSettings = {
  readonly language: string
  readonly texts: Readonly<Record<(typeof SCRIPT_TEXTS)[number], string>>
  /** How hits show the statuses that readers do not take for granted. */
  readonly statuses: Readonly<Record<string, { readonly label: string; readonly tone: string }>>
  readonly queryCharactersMax: number
  /** Paths of the operation that finds pages and of the page of results. */
  readonly search: { readonly api: string; readonly page: string }
}

/** Last parts of the keys of the texts around a call, which only pages with one have. */
export const CALL_TEXTS = [
  'title',
  'address',
  'headers',
  'body',
  'send',
  'sending',
  'otherOrigin',
  'notValid',
  'redirected',
  'noAnswer',
] as const

/** What a page of an operation tells the script: a call, and the words around it. */
export type SentCall = SentRequest & {
  readonly texts: Readonly<Record<string, string>>
}
