import { isJsonObject } from './json_rpc.ts'

declare const normal: unique symbol

/** A query as every interface reads it, which only `normalizeQuery` makes. */
export type NormalQuery = string & { readonly [normal]: true }

/** Takes the space around a query, and writes it in NFC (Unicode annex 15). */
export function normalizeQuery(text: string): NormalQuery {
  // The one place where this type is made.
  return text.trim().normalize('NFC') as NormalQuery
}

/** Arguments of a call with their `query`, if they have one, as every interface reads it. */
export function withNormalQuery<Arguments>(args: Arguments): Arguments {
  if (!isJsonObject(args) || typeof args.query !== 'string') return args
  return { ...args, query: normalizeQuery(args.query) }
}
