import type { LimitSettings } from '../../contract/limits.ts'
import { isLoopback } from '../../contract/loopback.ts'
import { RESULT_TEXTS, type ResultText } from '../../contract/protocol.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { type AddressRange, parseRanges } from '../../foundation/limits/address_range.ts'
import { parseOverrides, type RateOverride } from '../../foundation/limits/rate_limit.ts'
import {
  LOG_FORMATS,
  LOG_LEVELS,
  type LogFormat,
  type LogLevel,
} from '../../foundation/telemetry/log.ts'
import { type BuildSettings, readBuildSettings } from './build_store.ts'
import { type BusinessSettings, readBusinessSettings } from './business.ts'
import { SETTINGS } from './declarations.ts'
import { type EventFileSettings, readEventSettings } from './events.ts'
import { type OtlpSettings, readOtlp } from './otlp.ts'
import { type Environment, type SettingProblem, SettingReader } from './reader.ts'
import { readSharedLimits, type SharedLimitSettings } from './shared_limits.ts'

export type { Environment, SettingProblem }

type Settings = {
  readonly host: string
  readonly port: number
  /** Scheme and authority, no trailing slash: the only source of absolute addresses. */
  readonly baseUrl: string
  readonly corpusDir: string
  /** Where the admin port listens, if there is one. */
  readonly adminHost: string
  readonly adminPort: number | undefined
  /** How long the service goes on serving after SIGTERM, so that load balancers notice. */
  readonly drainSeconds: number
  readonly allowedOrigins: ReadonlySet<string>
  readonly trustedProxies: readonly AddressRange[]
  readonly rateOverrides: readonly RateOverride[]
  readonly limits: LimitSettings
  /** Where limits are counted for all replicas; undefined where each process counts alone. */
  readonly sharedLimits: SharedLimitSettings | undefined
  readonly logLevel: LogLevel
  /** Unset: lines for a person at a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat | undefined
  /** Where traces and figures are sent; undefined where they are not. */
  readonly otlp: OtlpSettings | undefined
  readonly searchReport: boolean
  /** How the text of a result of a public MCP tool is written. */
  readonly resultText: ResultText
  /** Whether `search` and `fetch` are answered at an address for ChatGPT. */
  readonly chatgptEndpoint: boolean
  readonly business: BusinessSettings
  readonly events: EventFileSettings
}

/** Every setting, read once. Diagnostics in production has no type (contract 1, Diagnostics). */
export type Config = Settings & BuildSettings & Mode
type Mode =
  | { readonly production: true }
  | { readonly production: false; readonly diagnostics: boolean }

const LEVEL_RULE = { what: 'it is not a log level', words: LOG_LEVELS } as const
const TEXT_RULE = { what: 'it is not a form of results', words: RESULT_TEXTS } as const
const FORMAT_RULE = { what: 'it is not a format of the log', words: LOG_FORMATS }

/** Reads the environment; every problem is reported at once. An empty value counts as unset. */
export function readConfig(environment: Environment): Result<Config, readonly SettingProblem[]> {
  const reader = new SettingReader(environment)
  const config = readSettings(reader)
  return reader.problems.length === 0 ? ok(config) : err(reader.problems)
}

export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS)

/** Every setting by name: its value in this environment, or its default; undefined if unset. */
export function listSettings(environment: Environment): ReadonlyMap<string, string | undefined> {
  const reader = new SettingReader(environment)
  readSettings(reader)
  return reader.asked
}

function readSettings(reader: SettingReader): Config {
  const production = reader.value('NODE_ENV') === 'production'
  const port = reader.whole('PORT')
  const host = reader.value('HOST')
  const baseUrl = readBaseUrl(reader, port, production)
  const config: Config = {
    host,
    port,
    baseUrl,
    corpusDir: reader.value('CORPUS_DIR'),
    ...readBuildSettings(reader),
    adminHost: reader.value('ADMIN_HOST'),
    adminPort: reader.whole('ADMIN_PORT'),
    drainSeconds: reader.whole('DRAIN_SECONDS'),
    allowedOrigins: readOrigins(reader, baseUrl, port),
    trustedProxies: reader.parsed('TRUSTED_PROXIES', parseRanges) ?? [],
    rateOverrides: reader.parsed('RATE_LIMIT_OVERRIDES', parseOverrides) ?? [],
    limits: {
      publicCallsPerMinute: reader.whole('PUBLIC_CALLS_PER_MINUTE'),
      authorizationCallsPerMinute: reader.whole('AUTHORIZATION_CALLS_PER_MINUTE'),
      searchLimitDefault: reader.whole('SEARCH_LIMIT_DEFAULT'),
      searchLimitMax: reader.whole('SEARCH_LIMIT_MAX'),
    },
    sharedLimits: readSharedLimits(reader),
    logLevel: reader.word('LOG_LEVEL', LEVEL_RULE),
    logFormat: reader.word('LOG_FORMAT', FORMAT_RULE),
    otlp: readOtlp(reader),
    searchReport: reader.isOn('SEARCH_REPORT', 'use 0 to count no searches'),
    resultText: reader.word('MCP_RESULT_TEXT', TEXT_RULE),
    chatgptEndpoint: reader.isOn('CHATGPT_ENDPOINT', 'use 1 to answer at /mcp/chatgpt'),
    business: readBusinessSettings(reader, baseUrl, production),
    events: readEventSettings(reader),
    ...readMode(reader, production, host, baseUrl),
  }
  limitsAgree(reader, config.limits)
  if (config.adminPort === port) {
    reader.problem('ADMIN_PORT', 'it is the same as PORT', 'choose another port')
  }
  return config
}

/** Variables with the letters of a setting in another order, such as `BASE_ULR`. */
export function findMisspeltSettings(environment: Environment): readonly SettingProblem[] {
  const names = new Set(SETTING_NAMES)
  const known = new Map([...names].map((name) => [sortLetters(name), name]))
  return Object.keys(environment).flatMap((name) => {
    const meant = known.get(sortLetters(name))
    if (meant === undefined || names.has(name)) return []
    return [{ name, what: 'it is not a setting', fix: `did you mean ${meant}?` }]
  })
}

function sortLetters(name: string): string {
  return [...name.toUpperCase().replaceAll(/[_-]/g, '')].sort().join('')
}

export function formatSettingProblem({ name, what, fix }: SettingProblem): string {
  return `${name}: ${what}: ${fix}`
}

function readBaseUrl(reader: SettingReader, port: number, production: boolean): string {
  const fallback = `http://localhost:${port}`
  const value = reader.value('BASE_URL', fallback)
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isBare(url)) {
    const fix = 'give scheme, host and port only, such as https://docs.example.com'
    reader.problem('BASE_URL', 'it is not an http or https origin', fix)
    return fallback
  }
  // The host goes into commands, links and files: names and numbers alone (RFC 952, RFC 3986).
  if (!/^([A-Za-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)) {
    const fix = 'use a host of letters, digits, dots and dashes, or an address in brackets'
    reader.problem('BASE_URL', 'its host has other characters', fix)
    return fallback
  }
  if (url.protocol === 'http:' && (production || !isLoopback(url))) {
    const where = production ? 'in production' : 'unless the host is loopback'
    reader.problem('BASE_URL', `it must be https ${where}`, 'use the https address')
  }
  return url.origin
}

/** Test tools are for a process that only its owner can reach. */
function readMode(reader: SettingReader, production: boolean, host: string, baseUrl: string): Mode {
  const value = reader.value('DIAGNOSTICS')
  if (value !== '0') {
    const loopback = isLoopback(new URL(baseUrl))
    const fix = 'unset it'
    if (value !== '1') reader.problem('DIAGNOSTICS', 'it is neither 0 nor 1', fix)
    else if (production) reader.problem('DIAGNOSTICS', 'NODE_ENV is production', fix)
    else if (!loopback) reader.problem('DIAGNOSTICS', 'BASE_URL is not loopback', fix)
    else if (!isLoopback(host)) reader.problem('DIAGNOSTICS', 'HOST is not loopback', fix)
  }
  return production ? { production } : { production, diagnostics: value === '1' }
}

function readOrigins(reader: SettingReader, baseUrl: string, port: number): ReadonlySet<string> {
  const value = reader.value('ALLOWED_ORIGINS', [...defaultOrigins(baseUrl, port)].join(','))
  const origins = value.split(',').map((part) => part.trim())
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue
    const fix = 'list exact origins such as https://app.example.com, separated by commas'
    reader.problem('ALLOWED_ORIGINS', `"${origin}" is not an exact origin`, fix)
  }
  return new Set(origins)
}

function limitsAgree(reader: SettingReader, limits: LimitSettings): void {
  const { searchLimitDefault, searchLimitMax } = limits
  if (searchLimitDefault === undefined || searchLimitMax === undefined) return
  if (searchLimitDefault <= searchLimitMax) return
  const fix = 'lower it, or raise SEARCH_LIMIT_MAX'
  reader.problem('SEARCH_LIMIT_DEFAULT', `it is above SEARCH_LIMIT_MAX ${searchLimitMax}`, fix)
}

function isBare(url: URL): boolean {
  const { pathname, search, hash, username, password } = url
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
}

function defaultOrigins(baseUrl: string, port: number): ReadonlySet<string> {
  const origins = new Set([baseUrl])
  if (!isLoopback(new URL(baseUrl))) return origins
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    origins.add(new URL(`http://${host}:${port}`).origin)
  }
  return origins
}

/** A host that stands for every address of the machine, and one of those it can be reached at. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Where a program on this machine reaches the admin port; undefined without such a port. */
export function adminUrl({ adminHost, adminPort }: Config): string | undefined {
  if (adminPort === undefined) return undefined
  const host = EVERY_ADDRESS[adminHost] ?? adminHost
  return `http://${host.includes(':') ? `[${host}]` : host}:${adminPort}`
}
