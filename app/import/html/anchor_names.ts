/** What a page of ours uses itself. */
const RESERVED = /^(page|search|fn|fnref):/
/** Characters that an anchor of ours cannot have. */
const UNSAFE = /[\s{}"'<>&#\\`[\]|]+/g

/** An anchor of the source as one of ours; links to it are written with the same name. */
export function nameAnchor(id: string): string {
  return id.trim().replace(RESERVED, '$1-').replace(UNSAFE, '-')
}
