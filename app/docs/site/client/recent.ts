import { recall, remember } from './storage.ts'

const KEY = 'recent'
const QUERIES_MAX = 8

/** The last queries of this reader, newest first; they never leave the device. */
export function listRecent(): readonly string[] {
  try {
    const list: unknown = JSON.parse(recall(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

export function addRecent(query: string): void {
  if (query === '') return
  const others = listRecent().filter((each) => each !== query)
  remember(KEY, JSON.stringify([query, ...others].slice(0, QUERIES_MAX)))
}

export function forgetRecent(): void {
  remember(KEY, undefined)
}
