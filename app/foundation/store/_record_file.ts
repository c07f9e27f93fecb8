import { createReadStream } from 'node:fs'
import { link, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { syncFolder } from '../files/folder_writer.ts'
import { type SqlRow, type SqlValue, StoreUnavailable } from './port.ts'

// A file of rows: a line that says what it is, a line for each row, and a last line with their
// number and the SHA-256 of all bytes before it. Without that line the file is half.

type Line = Readonly<Record<string, unknown>>

type RowOfTable = { readonly table: string; readonly row: SqlRow }

export type WrittenRecords = { readonly rows: number; readonly sha256: string }

/** Text that waits before it is written. */
const BUFFER_CHARS = 1 << 18

/**
 * Writes a new file, readable by its owner alone. It has its name only once all of it is on the
 * disk; a file that is there already is never touched.
 */
export async function writeRecordFile(
  path: string,
  head: Line,
  rows: AsyncIterable<RowOfTable>,
): Promise<WrittenRecords> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${crypto.randomUUID()}.tmp`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    const written = await fill((text) => handle.appendFile(text), head, rows)
    await handle.sync()
    await link(temporary, path)
    await syncFolder(folder)
    return written
  } finally {
    await handle.close()
    await rm(temporary, { force: true })
  }
}

async function fill(
  write: (text: string) => Promise<void>,
  head: Line,
  rows: AsyncIterable<RowOfTable>,
): Promise<WrittenRecords> {
  const hasher = new Bun.CryptoHasher('sha256')
  let [pending, count] = ['', 0]
  const flush = async () => {
    hasher.update(pending)
    await write(pending)
    pending = ''
  }
  pending += `${JSON.stringify(head)}\n`
  for await (const { table, row } of rows) {
    pending += `${JSON.stringify({ table, row: toJsonRow(row) })}\n`
    count += 1
    if (pending.length >= BUFFER_CHARS) await flush()
  }
  await flush()
  const sha256 = hasher.digest('hex')
  await write(`${JSON.stringify({ rows: count, sha256 })}\n`)
  return { rows: count, sha256 }
}

/** Reads all of a file to prove that it is whole, and returns its first line. */
export async function checkRecordFile(
  path: string,
): Promise<Result<WrittenRecords & { readonly head: Line }, string>> {
  let head: Line = {}
  let written: WrittenRecords = { rows: 0, sha256: '' }
  try {
    for await (const part of readParts(path)) {
      if (part.kind === 'head') head = part.line
      if (part.kind === 'end') written = part.written
    }
  } catch (error) {
    return err(`Cannot read "${path}": ${messageOf(error)}`)
  }
  return ok({ head, ...written })
}

/** The rows of a file. Throws at the end, at the latest, if the file is not whole. */
export async function* readRecordFile(path: string): AsyncIterable<RowOfTable> {
  for await (const part of readParts(path)) if (part.kind === 'row') yield part
}

type Part =
  | { readonly kind: 'head'; readonly line: Line }
  | ({ readonly kind: 'row' } & RowOfTable)
  | { readonly kind: 'end'; readonly written: WrittenRecords }

/** Passes over no line, and proves number and digest: a file can change after it was checked. */
async function* readParts(path: string): AsyncIterable<Part> {
  const hasher = new Bun.CryptoHasher('sha256')
  let [number, rows] = [0, 0]
  let written: WrittenRecords | undefined
  for await (const text of readLines(path)) {
    number += 1
    if (written !== undefined) throw new StoreUnavailable(`line ${number} is after its end`)
    const part = parsePart(text, number)
    if (part === undefined) throw new StoreUnavailable(`line ${number} cannot be read`)
    if (part.kind === 'end') {
      if (part.written.rows !== rows) {
        const what = `line ${number} counts ${part.written.rows} rows, and ${rows} are before it`
        throw new StoreUnavailable(what)
      }
      if (part.written.sha256 !== hasher.digest('hex')) {
        throw new StoreUnavailable(`line ${number} has another digest: a line before was changed`)
      }
      written = part.written
    } else {
      hasher.update(`${text}\n`)
      if (part.kind === 'row') rows += 1
    }
    yield part
  }
  if (written === undefined) {
    const what = `it stops at line ${number}, without the number of its rows`
    throw new StoreUnavailable(what)
  }
}

function parsePart(text: string, number: number): Part | undefined {
  const line = parseLine(text)
  if (line === undefined) return undefined
  if (number === 1) return { kind: 'head', line }
  const { table, row, rows, sha256 } = line
  if (typeof rows === 'number' && typeof sha256 === 'string') {
    return { kind: 'end', written: { rows, sha256 } }
  }
  if (typeof table !== 'string' || typeof row !== 'object' || row === null) return undefined
  const values = toSqlRow(Object.entries(row))
  return values === undefined ? undefined : { kind: 'row', table, row: values }
}

/** A name may hold U+2028, which other readers of lines take for an end. */
async function* readLines(path: string): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of createReadStream(path)) {
    const parts = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  if (rest !== '') yield rest
}

function parseLine(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // Any other value has no member that is asked for.
    return typeof value === 'object' && value !== null ? (value as Line) : undefined
  } catch {
    return undefined
  }
}

/** Bytes are written as `{"hex": …}`. */
function toJsonRow(row: SqlRow): Line {
  return mapValues(row, (value) => (value instanceof Uint8Array ? { hex: value.toHex() } : value))
}

function toSqlRow(members: readonly (readonly [string, unknown])[]): SqlRow | undefined {
  const values = members.map(([name, value]) => [name, toSqlValue(value)] as const)
  const known = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return known.length === values.length ? Object.fromEntries(known) : undefined
}

function toSqlValue(value: unknown): SqlValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value !== 'object' || !('hex' in value)) return undefined
  const { hex } = value
  const isHex = typeof hex === 'string' && /^(?:[0-9a-f]{2})*$/.test(hex)
  return isHex ? Uint8Array.fromHex(hex) : undefined
}

function mapValues<From, To>(
  row: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, map(value)]))
}
