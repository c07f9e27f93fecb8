import { type Fields, isFields, readText } from './values.ts'

/** A text in an address; an example can have half of a pair of surrogates. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

export function writeValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(writeValue).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', '%20'],
  ['pipeDelimited', '%7C'],
])

/** A parameter of a query as its style wants it (OpenAPI 3.1, section 4.8.12.3), encoded. */
export function writeQuery(parameter: Fields, value: unknown): readonly string[] {
  const name = readText(parameter.name)
  const style = readText(parameter.style) || 'form'
  const isExploded = parameter.explode ?? style === 'form'
  const write = (key: string, each: unknown) => `${encode(key)}=${encode(writeValue(each))}`
  // A value of a media type has no style.
  if (parameter.content !== undefined && typeof value === 'object') {
    return [write(name, JSON.stringify(value))]
  }
  if (!Array.isArray(value) && !isFields(value)) return [write(name, value)]
  if (style === 'deepObject') {
    return Object.entries(value).map(([key, each]) => write(`${name}[${key}]`, each))
  }
  if (isExploded === true) {
    return Array.isArray(value)
      ? value.map((each) => write(name, each))
      : Object.entries(value).map(([key, each]) => write(key, each))
  }
  const words = Array.isArray(value) ? value : Object.entries(value).flat()
  const joined = words.map((each) => encode(writeValue(each))).join(DELIMITERS.get(style) ?? ',')
  return [`${encode(name)}=${joined}`]
}

/** A value of a path, a header or a cookie: what is in it stands between commas. */
export function writeSimple(
  { explode, content }: Fields,
  value: unknown,
  write = (text: string) => text,
): string {
  if (content !== undefined && typeof value === 'object') return write(JSON.stringify(value))
  const sign = explode === true ? '=' : ','
  const words = isFields(value)
    ? Object.entries(value).map(([key, each]) => `${write(key)}${sign}${write(writeValue(each))}`)
    : (Array.isArray(value) ? value : [value]).map((each) => write(writeValue(each)))
  return words.join(',')
}
