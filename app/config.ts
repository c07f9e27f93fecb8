import type { LimitSettings } from './contract/limits.ts'
import { err, ok, type Result } from './contract/result.ts'
import { type AddressRange, parseRanges } from './limits/address_range.ts'
import { parseOverrides, type RateOverride } from './limits/rate_limit.ts'
import { LOG_LEVELS, type LogLevel } from './telemetry/log.ts'

type Settings = {
  readonly host: string
  readonly port: number
  /** Scheme and authority, no trailing slash: the only source of absolute addresses. */
  readonly baseUrl: string
  readonly corpusDir: string
  readonly distDir: string
  readonly adminPort: number | undefined
  readonly allowedOrigins: ReadonlySet<string>
  readonly trustedProxies: readonly AddressRange[]
  readonly rateOverrides: readonly RateOverride[]
  readonly limits: LimitSettings
  readonly logLevel: LogLevel
}

/** Every setting, read once. Diagnostics in production has no type (contract 1, Diagnostics). */
export type Config = Settings & Mode
type Mode =
  | { readonly production: true }
  | { readonly production: false; readonly diagnostics: boolean }

/** One setting that cannot be used: its name, what is wrong, how to mend it. */
export type SettingProblem = {
  readonly name: string
  readonly what: string
  readonly mend: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Settings that are named in the documentation and not built yet, with the value that is off. */
const NOT_BUILT: Readonly<Record<string, string | undefined>> = {
  AUTHORIZATION_CALLS_PER_MINUTE: undefined,
  DATABASE_URL: undefined,
  REDIS_URL: undefined,
  OAUTH_CONFIG: undefined,
  OIDC_ISSUER: undefined,
  OIDC_CLIENT_ID: undefined,
  OIDC_CLIENT_SECRET: undefined,
  DEV_SIGN_IN: '0',
  DOMAIN_URL: undefined,
  DOMAIN_SECRET: undefined,
  LIST_PRIVATE_TOOLS: '1',
}

const CALLS_PER_MINUTE_MAX = 1_000_000
const SEARCH_LIMIT_CEILING = 1000

/** Reads the environment; every problem is told at once. An empty value counts as unset. */
export function readConfig(environment: Environment): Result<Config, readonly SettingProblem[]> {
  const reader = new SettingReader(environment)
  const production = reader.text('NODE_ENV', '') === 'production'
  const port = reader.whole('PORT', 1, 65_535) ?? 8080
  const host = reader.text('HOST', '127.0.0.1')
  const baseUrl = reader.baseUrl(port, production)
  const config: Config = {
    host,
    port,
    baseUrl,
    corpusDir: reader.text('CORPUS_DIR', 'corpus'),
    distDir: reader.text('DIST_DIR', 'dist'),
    adminPort: reader.whole('ADMIN_PORT', 1, 65_535),
    allowedOrigins: reader.origins(baseUrl, port),
    trustedProxies: reader.parsed('TRUSTED_PROXIES', parseRanges) ?? [],
    rateOverrides: reader.parsed('RATE_LIMIT_OVERRIDES', parseOverrides) ?? [],
    limits: {
      publicCallsPerMinute: reader.whole('PUBLIC_CALLS_PER_MINUTE', 1, CALLS_PER_MINUTE_MAX),
      searchLimitDefault: reader.whole('SEARCH_LIMIT_DEFAULT', 1, SEARCH_LIMIT_CEILING),
      searchLimitMax: reader.whole('SEARCH_LIMIT_MAX', 1, SEARCH_LIMIT_CEILING),
    },
    logLevel: reader.logLevel(),
    ...reader.mode(production, host, baseUrl),
  }
  reader.limitsAgree(config.limits)
  if (config.adminPort === port) {
    reader.problem('ADMIN_PORT', 'it is the public port', 'choose another port')
  }
  reader.refuseNotBuilt()
  return reader.problems.length === 0 ? ok(config) : err(reader.problems)
}

/** A readable line for one problem. */
export function formatSettingProblem({ name, what, mend }: SettingProblem): string {
  return `${name}: ${what}: ${mend}`
}

class SettingReader {
  readonly problems: SettingProblem[] = []
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  problem(name: string, what: string, mend: string): void {
    const value = this.#value(name)
    const shown = value === undefined ? '' : ` "${value}"`
    this.problems.push({ name, what: `Cannot use${shown}: ${what}`, mend })
  }

  #value(name: string): string | undefined {
    const value = this.#environment[name]?.trim()
    return value === '' ? undefined : value
  }

  text(name: string, otherwise: string): string {
    return this.#value(name) ?? otherwise
  }

  whole(name: string, least: number, most: number): number | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    this.problem(name, 'it is not a whole number in bounds', `use ${least} to ${most}`)
    return undefined
  }

  parsed<Value>(name: string, parse: (text: string) => Result<Value, string>): Value | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    const result = parse(value)
    if (result.ok) return result.value
    this.problems.push({ name, what: result.error, mend: 'see the settings page for the form' })
    return undefined
  }

  logLevel(): LogLevel {
    const value = this.text('LOG_LEVEL', 'info')
    const level = LOG_LEVELS.find((candidate) => candidate === value)
    if (level === undefined) {
      this.problem('LOG_LEVEL', 'there is no such level', `use ${LOG_LEVELS.join(', ')}`)
    }
    return level ?? 'info'
  }

  baseUrl(port: number, production: boolean): string {
    const otherwise = `http://localhost:${port}`
    const value = this.text('BASE_URL', otherwise)
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol) || !isBare(url)) {
      const mend = 'give scheme, host and port alone, such as https://docs.example.com'
      this.problem('BASE_URL', 'it is not an http or https origin', mend)
      return otherwise
    }
    // The host goes into commands, links and files: names and numbers alone (RFC 952, RFC 3986).
    if (!/^([A-Za-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)) {
      const mend = 'use a host of letters, digits, dots and dashes, or an address in brackets'
      this.problem('BASE_URL', 'its host has other characters', mend)
      return otherwise
    }
    if (url.protocol === 'http:' && (production || !isLoopback(url.hostname))) {
      const where = production ? 'in production' : 'unless the host is loopback'
      this.problem('BASE_URL', `it must be https ${where}`, 'use the https address')
    }
    return url.origin
  }

  /** Test tools are for a process that nobody but its owner can reach. */
  mode(production: boolean, host: string, baseUrl: string): Mode {
    const value = this.text('DIAGNOSTICS', '0')
    if (value !== '0') {
      const loopback = isLoopback(new URL(baseUrl).hostname)
      const mend = 'unset it'
      if (value !== '1') this.problem('DIAGNOSTICS', 'it is neither 0 nor 1', mend)
      else if (production) this.problem('DIAGNOSTICS', 'NODE_ENV is production', mend)
      else if (!loopback) this.problem('DIAGNOSTICS', 'BASE_URL is not loopback', mend)
      else if (!isLoopback(host)) this.problem('DIAGNOSTICS', 'HOST is not loopback', mend)
    }
    return production ? { production } : { production, diagnostics: value === '1' }
  }

  origins(baseUrl: string, port: number): ReadonlySet<string> {
    const value = this.#value('ALLOWED_ORIGINS')
    if (value === undefined) return defaultOrigins(baseUrl, port)
    const origins = value.split(',').map((part) => part.trim())
    for (const origin of origins) {
      if (URL.canParse(origin) && new URL(origin).origin === origin) continue
      const mend = 'list exact origins such as https://app.example.com, separated by commas'
      this.problem('ALLOWED_ORIGINS', `"${origin}" is not an exact origin`, mend)
    }
    return new Set(origins)
  }

  limitsAgree(limits: LimitSettings): void {
    const { searchLimitDefault, searchLimitMax } = limits
    if (searchLimitDefault === undefined || searchLimitMax === undefined) return
    if (searchLimitDefault <= searchLimitMax) return
    const mend = 'lower it, or raise SEARCH_LIMIT_MAX'
    this.problem('SEARCH_LIMIT_DEFAULT', `it is above SEARCH_LIMIT_MAX ${searchLimitMax}`, mend)
  }

  refuseNotBuilt(): void {
    for (const [name, off] of Object.entries(NOT_BUILT)) {
      const value = this.#value(name)
      if (value === undefined || value === off) continue
      this.problem(name, 'this version has not built it', 'unset it')
    }
  }
}

function isBare(url: URL): boolean {
  const { pathname, search, hash, username, password } = url
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
}

/** Loopback by name or number (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291). */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(hostname)
}

function defaultOrigins(baseUrl: string, port: number): ReadonlySet<string> {
  const origins = new Set([baseUrl])
  if (!isLoopback(new URL(baseUrl).hostname)) return origins
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    origins.add(new URL(`http://${host}:${port}`).origin)
  }
  return origins
}
