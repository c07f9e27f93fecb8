import { isLoopback } from '../../contract/loopback.ts'
import type { Result } from '../../contract/result.ts'
import {
  declarationOf,
  SECRETS,
  type SettingName,
  type SettingWithFallback,
  type WholeSetting,
} from './declarations.ts'

/** A setting that cannot be used: its name, what is wrong, how to fix it. */
export type SettingProblem = {
  readonly name: string
  readonly what: string
  readonly fix: string
}

export type Environment = Readonly<Record<string, string | undefined>>

/** What a setting may be, and what is wrong with anything else. */
type WordRule<Word> = {
  readonly what: string
  readonly words: readonly [Word, ...Word[]]
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
    const value = SECRETS.has(name) ? undefined : this.given(name)
    const quoted = value === undefined ? '' : ` "${value}"`
    this.#add(name, `Cannot use${quoted}: ${what}`, fix)
  }

  /** No address is quoted that may hold a password or a key, nor any part of a list with one. */
  #add(name: string, what: string, fix: string): void {
    const value = this.given(name) ?? ''
    const parts = [value, ...value.split(',').map((part) => part.trim())]
    const unsafe = parts.filter((part) => /[@?#]/.test(part))
    const safe = unsafe.reduce((text, part) => text.replaceAll(`"${part}"`, '"…"'), what)
    this.problems.push({ name, what: safe, fix })
  }

  /** What the environment says; undefined for an unset or empty one, also with a fallback. */
  given(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined
  }

  /** Every setting that was read, with its value or default; undefined where it has neither. */
  get asked(): ReadonlyMap<string, string | undefined> {
    return this.#asked
  }

  /** The value; else what the declaration or the program takes for an unset one. */
  value(name: SettingWithFallback): string
  value(name: SettingName, otherwise: string): string
  value(name: SettingName): string | undefined
  value(name: SettingName, otherwise?: string): string | undefined {
    const value = this.given(name) ?? declarationOf(name)?.fallback ?? otherwise
    if (value !== undefined || !this.#asked.has(name)) this.#asked.set(name, value)
    return value
  }

  /** A whole number within the bounds of the declaration. */
  whole(name: WholeSetting & SettingWithFallback): number
  whole(name: WholeSetting): number | undefined
  whole(name: WholeSetting): number | undefined {
    const value = this.value(name)
    const { fallback, least = 0, most = 0 } = declarationOf(name) ?? {}
    if (value === undefined) return undefined
    const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    this.problem(name, 'it is not a whole number within bounds', `use ${least} to ${most}`)
    return fallback === undefined ? undefined : Number(fallback)
  }

  /** `1` means on and `0` means off. */
  isOn(name: SettingWithFallback, fix: string): boolean {
    const value = this.value(name)
    if (value !== '0' && value !== '1') this.problem(name, 'it is neither 0 nor 1', fix)
    return value === '1'
  }

  word<Word extends string>(name: SettingWithFallback, rule: WordRule<Word>): Word
  word<Word extends string>(name: SettingName, rule: WordRule<Word>): Word | undefined
  word<Word extends string>(name: SettingName, { what, words }: WordRule<Word>): Word | undefined {
    const value = this.value(name)
    const known = words.find((word) => word === value)
    if (value !== undefined && known === undefined) {
      this.problem(name, what, `use ${words.join(', ')}`)
    }
    return known ?? (declarationOf(name)?.fallback === undefined ? undefined : words[0])
  }

  parsed<Value>(
    name: SettingName,
    parse: (text: string) => Result<Value, string>,
  ): Value | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    const result = parse(value)
    if (result.ok) return result.value
    this.#add(name, result.error, 'see the settings page for the format')
    return undefined
  }

  /** An address that secrets or people are sent to: https, except on this machine. */
  secureUrl(name: SettingName): string | undefined {
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
