import { type Liquid, LiquidError, Tokenizer, TokenKind } from 'liquidjs'

type UnknownValue = { readonly offset: number; readonly value: string }

/** What a template may name beside its own variables. */
const GIVEN = new Set(['page', 'include', 'layout', 'jekyll', 'content', 'forloop', 'tablerowloop'])
const LITERALS = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank'])
const SETS = /^(?:assign|capture|for|tablerow|increment|decrement)\s+["']?([\w-]+)/
const SITE_PATH = /\bsite((?:\.[A-Za-z_][\w-]*)+)/g

/**
 * Values that a page shows and that nothing sets: Jekyll shows nothing in their place, which is
 * mostly a template of another tool that was not marked as text.
 */
export function findUnknownValues(
  text: string,
  liquid: Liquid,
  site: Readonly<Record<string, unknown>>,
): readonly UnknownValue[] {
  const tokens = readTokens(text, liquid)
  const own = new Set<string>()
  for (const token of tokens) {
    const name = token.kind === TokenKind.Tag ? SETS.exec(innerOf(token.getText()))?.[1] : undefined
    if (name !== undefined) own.add(name)
  }
  return tokens.flatMap((token): readonly UnknownValue[] => {
    const inner = innerOf(token.getText())
    const offset = token.begin
    if (token.kind === TokenKind.Tag) {
      if (!/^(?:for|assign|include)\b/.test(inner)) return []
      return listUnknownPaths(inner, site).map((value) => ({ offset, value }))
    }
    if (token.kind !== TokenKind.Output || /\|\s*default\b/.test(inner)) return []
    const root = /^([A-Za-z_][\w-]*)/.exec(inner)?.[1]
    if (root === 'site') return listUnknownPaths(inner, site).map((value) => ({ offset, value }))
    if (root === undefined || GIVEN.has(root) || LITERALS.has(root) || own.has(root)) return []
    return [{ offset, value: root }]
  })
}

function readTokens(text: string, liquid: Liquid): ReturnType<Tokenizer['readTopLevelTokens']> {
  try {
    return new Tokenizer(text, liquid.options.operators).readTopLevelTokens(liquid.options)
  } catch (error) {
    if (error instanceof LiquidError) return []
    throw error
  }
}

function innerOf(token: string): string {
  return token.replace(/^\{[%{]-?\s*|\s*-?[%}]\}$/g, '')
}

function listUnknownPaths(
  inner: string,
  site: Readonly<Record<string, unknown>>,
): readonly string[] {
  const words = inner.replace(/"[^"]*"|'[^']*'/g, '')
  return [...words.matchAll(SITE_PATH)].flatMap(([whole, path = '']) => {
    let value: unknown = site
    for (const key of path.slice(1).split('.')) {
      // Of lists, templates ask for `size` and `first`.
      if (Array.isArray(value) || typeof value === 'string') return []
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? Reflect.get(value, key)
          : undefined
    }
    return value === undefined ? [whole] : []
  })
}
