/** Moves paths as patterns such as `packages/:name/docs/:rest*` say; the first that fits counts. */
export function rewritePath(
  path: string,
  rewrites: readonly (readonly [from: string, to: string])[],
): string {
  for (const [from, to] of rewrites) {
    const found = toPattern(from).exec(path)
    if (found !== null) {
      return to.replace(/:(\w+)\*?/g, (_, name: string) => found.groups?.[name] ?? '')
    }
  }
  return path
}

function toPattern(from: string): RegExp {
  const source = from
    .replace(/\((?:\.\*|\[\^\/\]\+)\)/g, '')
    .split(/(:\w+\*?)/)
    .map((part) => {
      if (!part.startsWith(':')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      return part.endsWith('*') ? `(?<${part.slice(1, -1)}>.*)` : `(?<${part.slice(1)}>[^/]+)`
    })
    .join('')
  return new RegExp(`^${source}$`)
}
