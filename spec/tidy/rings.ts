import { dirname } from 'node:path/posix'
import { importsOf } from './imports.ts'
import type { Source } from './source.ts'

// Each room imports only rooms of a lower ring; rooms of one ring never import each other.
const RINGS: readonly (readonly string[])[] = [
  ['contract'],
  ['limits', 'telemetry', 'store', 'tables'],
  ['search'],
  ['public_docs', 'grants', 'business'],
  ['http_api', 'mcp', 'a2a', 'manifests', 'oauth'],
  ['service.ts'],
  ['settings'],
  ['config.ts'],
  ['main.ts'],
]

// Rooms with one door; every other room is entered by any file that is not private.
const DOORS: Readonly<Record<string, string>> = {
  search: 'mod.ts',
  public_docs: 'mod.ts',
  grants: 'mod.ts',
  http_api: 'plugin.ts',
  mcp: 'plugin.ts',
  a2a: 'plugin.ts',
  manifests: 'plugin.ts',
  oauth: 'plugin.ts',
}

/** Imports that leave their ring, pass a room's door, or reach into a private file. */
export function ringFaults(source: Source): readonly string[] {
  if (source.path.startsWith('spec/')) return []
  return importsOf(source).flatMap(({ line, name, target }) => {
    if (target === undefined) return []
    const place = `${source.path}:${line}`
    const fault = importFault(source.path, target)
    const extension = /\.[a-z]+$/.test(name) ? [] : [`${place}: "${name}" lacks its ".ts"`]
    return fault === undefined ? extension : [`${place}: ${fault}`, ...extension]
  })
}

function importFault(from: string, target: string): string | undefined {
  const isTest = from.endsWith('_test.ts')
  if (target.startsWith('spec/')) return isTest ? undefined : 'code imports spec'
  if (isPrivate(from, target)) return `"${target}" is private to its folder`
  if (isTest || (target === 'package.json' && from === 'app/main.ts')) return undefined
  if (target.startsWith('scripts/')) return scriptsFault(from, target)
  if (!target.startsWith('app/')) return `"${target}" is no room of the house`
  if (from.startsWith('scripts/')) return pressFault(target)
  return roomFault(roomOf(from), roomOf(target), target)
}

// `a/_x/y.ts` may be imported from inside `a` only.
function isPrivate(from: string, target: string): boolean {
  const parts = target.split('/')
  const first = parts.findIndex((part) => part.startsWith('_'))
  if (first === -1) return false
  const owner = parts.slice(0, first).join('/')
  return dirname(from) !== owner && !dirname(from).startsWith(`${owner}/`)
}

function scriptsFault(from: string, target: string): string | undefined {
  if (from.startsWith('scripts/')) return undefined
  const isDoor = /^scripts\/[a-z]\w*\.ts$/.test(target)
  const isProgram = /^app\/(main|_\w+)\.ts$/.test(from)
  return isProgram && isDoor ? undefined : `"${target}" is the press, not a room`
}

function pressFault(target: string): string | undefined {
  if (target.startsWith('app/contract/') || target === 'app/public_docs/mod.ts') return undefined
  return `the press imports the contract and the library's door, not "${target}"`
}

function roomFault(own: string, other: string, target: string): string | undefined {
  if (own === other) return undefined
  const [ownRing, otherRing] = [ringOf(own), ringOf(other)]
  if (ownRing === -1) return `"${own}" has no ring`
  if (otherRing === -1) return `"${other}" has no ring`
  if (otherRing >= ownRing) return `"${own}" imports "${other}", which is not further in`
  const door = DOORS[other]
  const passes = door === undefined || target === `app/${other}/${door}`
  return passes ? undefined : `"${target}" is behind the door "${other}/${door}"`
}

// Private files at the top of `app` are parts of the command line.
function roomOf(path: string): string {
  const room = path.split('/')[1] ?? ''
  return /^_\w+\.ts$/.test(room) ? 'main.ts' : room
}

function ringOf(room: string): number {
  return RINGS.findIndex((ring) => ring.includes(room))
}
