/** What a script computes where its value stands: an entry of a list, or the list itself. */
export const COMPUTED = Symbol('computed')

/** A value of a configuration as its author wrote it, asked by the path of its keys. */
export type ConfigValue = {
  readonly value: unknown
  at(...path: readonly (string | number)[]): ConfigValue
  /** Text, or a number as text; undefined for everything else. */
  text(): string | undefined
  list(): readonly ConfigValue[]
  /** One text, or those of a list. */
  texts(): readonly string[]
  /** Keys and values of a table, in its order. */
  entries(): readonly (readonly [key: string, value: ConfigValue])[]
  /** Whether a list in it, or it itself, has parts that a program computes. */
  isComputed(): boolean
}

export function readConfigValue(written: unknown): ConfigValue {
  const value = written === COMPUTED ? undefined : written
  return {
    value,
    at: (...path) =>
      readConfigValue(
        path.reduce<unknown>((inner, key) => {
          const isInside = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
          return isInside ? Reflect.get(inner, key) : undefined
        }, value),
      ),
    text: () => textOf(value),
    list: () => (Array.isArray(value) ? value.filter(isWritten).map(readConfigValue) : []),
    texts: () => (Array.isArray(value) ? value : [value]).flatMap((each) => textOf(each) ?? []),
    entries: () =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).flatMap(([key, each]) => {
            return isWritten(each) ? [[key, readConfigValue(each)] as const] : []
          })
        : [],
    isComputed: () => hasComputed(written),
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function isWritten(value: unknown): boolean {
  return value !== COMPUTED
}

function hasComputed(value: unknown): boolean {
  if (value === COMPUTED) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(hasComputed)
}
