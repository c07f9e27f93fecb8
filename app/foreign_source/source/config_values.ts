/** A value of a configuration as its author wrote it, asked by the path of its keys. */
export type ConfigValue = {
  readonly value: unknown
  at(...path: readonly (string | number)[]): ConfigValue
  /** Text, or a number as text; undefined for everything else. */
  text(): string | undefined
  list(): readonly ConfigValue[]
  /** Keys and values of a table, in its order. */
  entries(): readonly (readonly [key: string, value: ConfigValue])[]
}

export function readConfigValue(value: unknown): ConfigValue {
  return {
    value,
    at: (...path) =>
      readConfigValue(
        path.reduce<unknown>((inner, key) => {
          const isInside = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
          return isInside ? Reflect.get(inner, key) : undefined
        }, value),
      ),
    text: () => {
      if (typeof value === 'number') return String(value)
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
    },
    list: () => (Array.isArray(value) ? value.map(readConfigValue) : []),
    entries: () =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([key, each]) => [key, readConfigValue(each)] as const)
        : [],
  }
}
