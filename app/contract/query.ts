import { isJsonObject } from './json_rpc.ts'

/** A query as every interface reads it: no space around it, in NFC (Unicode annex 15). */
export function normalizeQuery(text: string): string {
  return text.trim().normalize('NFC')
}

/** Arguments of a call with their `query`, if they have one, as every interface reads it. */
export function withNormalQuery<Arguments>(args: Arguments): Arguments {
  if (!isJsonObject(args) || typeof args.query !== 'string') return args
  return { ...args, query: normalizeQuery(args.query) }
}
