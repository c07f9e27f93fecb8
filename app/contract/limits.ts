import { type Static, Type } from '@sinclair/typebox'

const [SECOND_MS, KIB, MIB] = [1000, 2 ** 10, 2 ** 20]
export const HOUR_MS = 3600 * SECOND_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * Every limit that a client, an author or an operator meets, whose documentation is compared with
 * it. Where nothing else is said, it is our choice. Bounds of settings stand with the settings; a
 * pace or a size that nobody outside meets, with the code that it is for.
 */
export const LIMITS = {
  /** Largest call over MCP and A2A; exactly this many bytes still pass (contract 4.1 and 8). */
  callBytesMax: 256 * KIB,
  /** Largest call whose id a refusal of its head names; one of a client is seldom larger. */
  namedCallBytesMax: 4 * KIB,
  /**
   * Largest request body that reaches our code; the HTTP server refuses a larger one itself and
   * closes the connection. Far above our own limits, so that those answer.
   */
  requestBytesMax: 16 * MIB,
  /** How deep a message may nest: reading one deeper is cheap, writing it again is not. */
  jsonLevelsMax: 64,
  /** Every limit of calls counts as many milliseconds back (contract 8, "per minute"). */
  countedMs: 60 * SECOND_MS,
  /** MCP calls in that time for one client address (contract 8). */
  mcpCallsPerMinute: 120,
  /** Calls of the HTTP API and A2A in it, where neither a registry nor a setting says so. */
  publicCallsPerMinuteUsual: 600,
  /**
   * An idle connection is closed after this many seconds. A product behind private tools may take
   * ten seconds for each of two questions.
   */
  idleSecondsMax: 30,
  /** Below this, headers outweigh what compression saves. */
  compressedFromBytes: KIB,

  /** Characters of a search query; a longer one is refused, never cut. */
  queryCharactersMax: 1024,
  /** Characters of a page, capability, operation, workflow or event id that we look up. */
  idCharactersMax: 128,
  /** Records of a list at most (open points 4.2), and over MCP unless it is asked for more. */
  listRecordsMax: 100,
  listRecordsUsual: 25,
  /** Most records on the page of results that people get without script. */
  resultsMax: 20,
  /** Token budget of the page tool: when the caller names none, and which it takes. */
  pageTokensUsual: 4000,
  pageTokensMin: 100,
  pageTokensMax: 100_000,
  /** Pages that one call of the page tool reads. */
  pagesAtOnceMax: 10,
  /** Parts of a message over A2A, characters of its text parts, and of an id that it brings. */
  messagePartsMax: 16,
  messageTextCharactersMax: 8192,
  messageIdCharactersMax: 256,

  /** Largest call and form of OAuth; our own forms have about a dozen short fields. */
  oauthBytesMax: 16 * KIB,
  /** Largest document of a client (Client ID Metadata Document, section 6.6). */
  clientDocumentBytesMax: 5 * KIB,
  /** A client without any consent lasts this long; any other, at least so long after its use. */
  unusedClientMs: DAY_MS,
  idleClientMs: 90 * DAY_MS,

  /** Calls of one user that wait for approval in one business, and on one page of the list. */
  heldCallsMax: 100,
  heldCallsListed: 50,
  /** Held calls that one form rejects: it names each, and is a form of OAuth. */
  rejectedAtOnceMax: 400,
  /** How long the key of a write is remembered: by us, and by the product, which is told to. */
  keyKeptMs: DAY_MS,
  /** What is shown of a text and of a list in a record. */
  recordTextCharactersMax: 4000,
  recordItemsMax: 200,
  /** How long a caller waits for the product. */
  domainCallMsMax: 10 * SECOND_MS,
  /** For the name of a record: a person waits for it, and does without it. */
  domainTargetMsMax: SECOND_MS,
  /** What a product reads of a question, which is a quarter of it at most, and we of an answer. */
  domainBytesMax: MIB,
  /** How far the product's clock and ours may differ. */
  domainSkewSeconds: 300,
  /** Characters of a secret: what 128 random bits need, written in hex. */
  secretCharactersMin: 32,

  /** Longest title and description of a page. */
  titleCharactersMax: 200,
  descriptionCharactersMax: 500,
  /** Keywords of a page, whose more would be a text, and characters of what readers say. */
  keywordsMax: 20,
  phraseCharactersMax: 60,
  /** Questions of a page, whose more would be a text, and characters of one. */
  questionsMax: 10,
  questionCharactersMax: 120,
  /** Longest page in characters of Markdown that people and models can read in one go. */
  pageCharactersFine: 50_000,
  /** Longest code that gets colours; a grammar may take long on data that somebody pasted. */
  codeCharactersMax: 100_000,
  codeLineCharactersMax: 2000,
  /** Largest Markdown or YAML file. */
  sourceBytesMax: 2 * MIB,
  /** Largest file that is published: each request reads it whole and checks its digest. */
  assetBytesMax: 10 * MIB,
  /** Skills of a corpus and files of all: `skills/list` gives each with its digest at once. */
  skillsMax: 50,
  skillFilesMax: 1000,
  /** Path of a file below its skill; the service looks up no path of more than 2,048. */
  skillPathCharactersMax: 512,
  /** Skills, and files of each, that `verify` reads; more would take calls from other checks. */
  skillsVerified: 10,
  skillFilesVerified: 10,
  /** Largest file of a brand: every reader gets it. */
  brandBytesMax: MIB,
  /** Hosts of pictures that a registry may name: each is part of the policy of every page. */
  imageHostsMax: 100,
  /** Origins of APIs that pages may call: each is part of the policy of every page. */
  apiOriginsMax: 20,

  /**
   * Up to this many pages, each page is a file at its path, as people who look into a build expect.
   * Of a larger build, pages, twins and the second llms file are kept compressed alone: two thirds
   * of its bytes, and nearly all of its files (spec/decisions/build_size.md).
   */
  pageFilesMax: 1000,
  /** Builds that stay on the disk, for rollback and for readers of an earlier page. */
  buildsKept: 5,
  /** Days of the report of searches: today and those before it. */
  searchDaysKept: 31,
  /** Queries of one day, of all replicas together: more are not taken until the next. */
  searchesPerDayMax: 500,
  /** How often counts of searches are written: what a process that is killed loses at most. */
  searchesWrittenMs: 30 * SECOND_MS,
  /** With a larger difference, signatures and tokens with a lifetime begin to fail. */
  clockSkewMsMax: 30 * SECOND_MS,
} as const

const limit = Type.Integer({ minimum: 1 })

/** The limits that a deployment chooses: registry first, settings over it. A build notes them. */
export const LimitsSchema = Type.Object({
  searchLimitDefault: limit,
  searchLimitMax: limit,
  publicCallsPerMinute: limit,
  authorizationCallsPerMinute: limit,
})
export type Limits = Readonly<Static<typeof LimitsSchema>>

/** What the settings say over the registry; an absent member leaves the registry's value. */
export type LimitSettings = { readonly [Name in keyof Limits]?: number | undefined }

/** The limits in force: settings over registry (operator's guide, settings). */
export function limitsInForce(
  registry: {
    readonly search_limit_default: number
    readonly search_limit_max: number
    readonly public_calls_per_minute: number
    readonly authorization_calls_per_minute: number
  },
  settings: LimitSettings,
): Limits {
  const searchLimitMax = settings.searchLimitMax ?? registry.search_limit_max
  const searchLimitDefault = settings.searchLimitDefault ?? registry.search_limit_default
  return {
    // One may be a setting and the other data: what a search returns stays in the bounds it names.
    searchLimitDefault: Math.min(searchLimitDefault, searchLimitMax),
    searchLimitMax,
    publicCallsPerMinute: settings.publicCallsPerMinute ?? registry.public_calls_per_minute,
    authorizationCallsPerMinute:
      settings.authorizationCallsPerMinute ?? registry.authorization_calls_per_minute,
  }
}

/**
 * Where the limits that a build names are not those of the service that would answer for it, both
 * in words; absent where they agree. Descriptions must be true of the live service (contract 4.4).
 */
export function limitsDisagreement(built: Limits, inForce: Limits): string | undefined {
  const differing = LIMIT_SETTINGS.filter(([name]) => built[name] !== inForce[name])
  if (differing.length === 0) return undefined
  const formatLimits = (limits: Limits): string =>
    differing.map(([name, setting]) => `${setting}=${limits[name]}`).join(' ')
  return `it was made with ${formatLimits(built)}, and the settings give ${formatLimits(inForce)}`
}

/** The setting of each limit that a deployment chooses. */
export const LIMIT_SETTINGS = [
  ['searchLimitDefault', 'SEARCH_LIMIT_DEFAULT'],
  ['searchLimitMax', 'SEARCH_LIMIT_MAX'],
  ['publicCallsPerMinute', 'PUBLIC_CALLS_PER_MINUTE'],
  ['authorizationCallsPerMinute', 'AUTHORIZATION_CALLS_PER_MINUTE'],
] as const
