import { attributeOf, type Element, findAll, textOf } from './tree.ts'

const KEYS = ['headline', 'description', 'dateModified']
/** Where other keys lead is about somebody else, such as the publisher. */
const OF_PAGE = /^(?:\d+|@graph|mainEntity(?:OfPage)?)$/
const DEPTH_MAX = 4

/** What a page states of itself as JSON-LD: the first value of each key that is a text. */
export function readLinkedData(root: Element): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const scripts = findAll(root, (each) => {
    return each.tagName === 'script' && attributeOf(each, 'type') === 'application/ld+json'
  })
  for (const script of scripts) collect(parseLeniently(textOf(script, () => false)), found, 0)
  return found
}

function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function collect(value: unknown, found: Map<string, string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') {
      if (OF_PAGE.test(key)) collect(inner, found, depth + 1)
    } else if (KEYS.includes(key) && !found.has(key) && inner.trim() !== '') {
      found.set(key, inner.trim())
    }
  }
}
