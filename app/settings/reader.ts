import { isLoopback } from '../contract/loopback.ts'
import type { Result } from '../contract/result.ts'

/** A setting that cannot be used: its name, what is wrong, how to fix it. */
export type SettingProblem = {
  readonly name: string
  readonly what: string
  readonly fix: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Settings whose values must not appear in messages; each may also be read from a file. */
export const SECRETS: ReadonlySet<string> = new Set([
  'AUDIT_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'DATABASE_URL',
  'DOMAIN_SECRET',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET_PREVIOUS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REDIS_URL',
  'SMTP_URL',
])

/** What a setting may be, what is wrong with anything else, and what an unset one means. */
type WordRule<Word> = {
  readonly what: string
  readonly words: readonly Word[]
  readonly otherwise?: Word
}

/** Reads settings one by one and collects all problems. An empty value counts as unset. */
export class SettingReader {
  readonly problems: SettingProblem[] = []
  readonly #asked = new Map<string, string | undefined>()
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  problem(name: string, what: string, fix: string): void {
    const value = SECRETS.has(name) ? undefined : this.value(name)
    const quoted = value === undefined ? '' : ` "${value}"`
    this.#add(name, `Cannot use${quoted}: ${what}`, fix)
  }

  /** No address is quoted that may hold a password or a key, nor any part of a list with one. */
  #add(name: string, what: string, fix: string): void {
    const value = this.value(name) ?? ''
    const parts = [value, ...value.split(',').map((part) => part.trim())]
    const unsafe = parts.filter((part) => /[@?#]/.test(part))
    const safe = unsafe.reduce((text, part) => text.replaceAll(`"${part}"`, '"…"'), what)
    this.problems.push({ name, what: safe, fix })
  }

  /** Every setting that was read, with its value or default; undefined where it has neither. */
  get asked(): ReadonlyMap<string, string | undefined> {
    return this.#asked
  }

  value(name: string, otherwise?: string): string | undefined {
    const value = this.#environment[name]?.trim() || otherwise
    if (value !== undefined || !this.#asked.has(name)) this.#asked.set(name, value)
    return value
  }

  text(name: string, otherwise: string): string {
    return this.value(name, otherwise) ?? otherwise
  }

  whole(name: string, least: number, most: number, otherwise: number): number
  whole(name: string, least: number, most: number): number | undefined
  whole(name: string, least: number, most: number, otherwise?: number): number | undefined {
    const value = this.value(name, otherwise?.toString())
    if (value === undefined) return undefined
    const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    this.problem(name, 'it is not a whole number within bounds', `use ${least} to ${most}`)
    return otherwise
  }

  /** `1` means on and `0` means off. */
  isOn(name: string, otherwise: '0' | '1', fix: string): boolean {
    const value = this.text(name, otherwise)
    if (value !== '0' && value !== '1') this.problem(name, 'it is neither 0 nor 1', fix)
    return value === '1'
  }

  /** One of a few words. */
  word<Word extends string>(
    name: string,
    { what, words, otherwise }: WordRule<Word>,
  ): Word | undefined {
    const value = this.value(name, otherwise)
    const known = words.find((word) => word === value)
    if (value !== undefined && known === undefined) {
      this.problem(name, what, `use ${words.join(', ')}`)
    }
    return known ?? otherwise
  }

  parsed<Value>(name: string, parse: (text: string) => Result<Value, string>): Value | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    const result = parse(value)
    if (result.ok) return result.value
    this.#add(name, result.error, 'see the settings page for the format')
    return undefined
  }

  /** An address that secrets or people are sent to: https, except on this machine. */
  secureUrl(name: string): string | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    const url = URL.canParse(value) ? new URL(value) : undefined
    const fix = 'give an https address such as https://id.example.com'
    if (url === undefined || !/^https?:$/.test(url.protocol) || !isBare(url)) {
      this.problem(name, 'it is not a plain http or https address', fix)
    } else if (url.protocol === 'http:' && !isLoopback(url)) {
      this.problem(name, 'it must be https unless the host is loopback', fix)
    }
    return value
  }
}

function isBare(url: URL): boolean {
  const { search, hash, username, password } = url
  return `${search}${hash}${username}${password}` === ''
}
