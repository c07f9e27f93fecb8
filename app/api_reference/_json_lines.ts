/** Finds the lines of keys in JSON: of objects down to a depth, by the path of their keys. */
export function findJsonLines(text: string, depthMax: number): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  const path: string[] = []
  const kinds: ('{' | '[')[] = []
  let line = 1
  let key = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\n') line++
    else if (sign === '"') {
      const end = findStringEnd(text, at)
      if (
        kinds.length <= depthMax &&
        kinds.at(-1) === '{' &&
        /^\s*:/.test(text.slice(end + 1, end + 40))
      ) {
        key = readString(text.slice(at, end + 1))
        lines.set(JSON.stringify([...path, key]), line)
      }
      at = end
    } else if (sign === '{' || sign === '[') {
      if (kinds.length > 0) path.push(key)
      kinds.push(sign)
      key = ''
    } else if (sign === '}' || sign === ']') {
      kinds.pop()
      path.pop()
    }
  }
  return lines
}

function findStringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

function readString(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted
  }
}
