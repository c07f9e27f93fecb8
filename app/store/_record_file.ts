import { createReadStream } from 'node:fs'
import { link, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { err, ok, type Result } from '../contract/result.ts'
import { syncFolder } from '../files/folder_writer.ts'
import type { SqlRow, SqlValue } from './port.ts'

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
  const hasher = new Bun.CryptoHasher('sha256')
  const refuse = (state: string) => err(`Cannot read "${path}": ${state}`)
  let head: Line | undefined
  let last: string | undefined
  let count = -2
  try {
    for await (const line of readLines(path)) {
      if (last !== undefined) hasher.update(`${last}\n`)
      head ??= parseLine(line)
      last = line
      count += 1
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
  const end = parseLine(last ?? '')
  const sha256 = hasher.digest('hex')
  if (head === undefined || end?.sha256 !== sha256) {
    return refuse('it is not whole: a part is missing or was changed')
  }
  return ok({ head, rows: count, sha256 })
}

/** The rows of a file that was checked. */
export async function* readRecordFile(path: string): AsyncIterable<RowOfTable> {
  for await (const text of readLines(path)) {
    const line = parseLine(text)
    if (typeof line?.table !== 'string') continue
    // The file was checked, and only `fill` writes such lines.
    yield { table: line.table, row: toSqlRow(line.row as Line) }
  }
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

function toSqlRow(row: Line): SqlRow {
  return mapValues(row, (value): SqlValue => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value
    if (typeof value === 'object' && 'hex' in value && typeof value.hex === 'string') {
      return Uint8Array.fromHex(value.hex)
    }
    throw new Error('Cannot read a row: a value has another type')
  })
}

function mapValues<From, To>(
  row: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, map(value)]))
}
