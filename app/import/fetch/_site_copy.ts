import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { compare } from '../../contract/problem.ts'
import { replaceFile } from '../../foundation/files/replacement.ts'
import { errorCodeOf } from '../../text/source_text/source_file.ts'
import type { Validators } from './_requests.ts'

/** A path below the copy; our own record could have been written by somebody else. */
const FILE_PATTERN = '^(?![./])(?!.*/[./])[^\\\\\\u0000-\\u001f]+$'

const EntrySchema = Type.Object({
  file: Type.String({ pattern: FILE_PATTERN }),
  etag: Type.Optional(Type.String()),
  modified: Type.Optional(Type.String()),
  /** The page that the address leads to; the file then says no more than that. */
  to: Type.Optional(Type.String()),
})

const RecordSchema = Type.Object({
  /** What was fetched: another start has another copy. */
  start: Type.String(),
  /** How the site gives a page as Markdown; absent before that was found out. */
  markdown: Type.Optional(Type.String()),
  entries: Type.Record(Type.String(), EntrySchema),
})

type Entry = Readonly<Static<typeof EntrySchema>>

/** The whole folder: a copy can be fetched again. */
const IGNORED = '*\n'

/** Answers between two notes of what is there, which a stopped run goes on from. */
const SAVED_EVERY = 50

/**
 * The copy of a site: a file for each address, and beside the folder a record of what the server
 * said of each, so that the next run asks for changes alone.
 */
export class SiteCopy {
  readonly folder: string
  /** How the site gives a page as Markdown, once that is known. */
  markdown: string | undefined
  readonly #record: string
  readonly #start: string
  readonly #known: Map<string, Entry>
  readonly #kept = new Map<string, Entry>()

  private constructor(folder: string, start: string, record: Static<typeof RecordSchema>) {
    this.folder = folder
    this.#record = recordOf(folder)
    this.#start = start
    this.#known = new Map(Object.entries(record.entries))
    this.markdown = record.markdown
  }

  /** Opens the copy in a folder; one of another start is begun anew. */
  static async open(folder: string, start: string): Promise<SiteCopy | string> {
    for (const path of [dirname(folder), folder]) {
      const stats = await lstat(path).catch(() => undefined)
      // Whatever a link leads to is not ours to write or to remove.
      if (stats !== undefined && !stats.isDirectory()) return `"${path}" is no folder`
    }
    try {
      await mkdir(folder, { recursive: true })
      const ignored = join(dirname(folder), '.gitignore')
      await replaceFile(ignored, Buffer.from(IGNORED))
      const record = await readRecord(recordOf(folder))
      const isSame = record?.start === start
      await removeFiles(folder, '', (_, isFile) => !(isSame && isFile))
      return new SiteCopy(folder, start, isSame ? record : { start, entries: {} })
    } catch (error) {
      return `"${folder}" cannot be written: ${errorCodeOf(error)}`
    }
  }

  /** What is known of an address from this run or an earlier one. */
  entryOf(address: string): Entry | undefined {
    return this.#kept.get(address) ?? this.#known.get(address)
  }

  /** What the server is asked with: nothing where the file is gone. */
  async validatorsOf(address: string): Promise<Validators | undefined> {
    const entry = this.entryOf(address)
    if (entry === undefined) return undefined
    const stats = await lstat(join(this.folder, entry.file)).catch(() => undefined)
    if (stats?.isFile() !== true) return undefined
    const { etag, modified } = entry
    return {
      ...(etag === undefined ? {} : { etag }),
      ...(modified === undefined ? {} : { modified }),
    }
  }

  async read({ file }: Entry): Promise<Uint8Array | undefined> {
    return await readFile(join(this.folder, file)).catch(() => undefined)
  }

  /** Keeps what an earlier run wrote. */
  async keep(address: string): Promise<void> {
    const entry = this.entryOf(address)
    if (entry !== undefined) await this.#note(address, entry)
  }

  /** Writes what is at an address; the reason where that is not possible. */
  async write(address: string, entry: Entry, bytes: Uint8Array): Promise<string | undefined> {
    const path = join(this.folder, entry.file)
    try {
      const old = await readFile(path).catch(() => undefined)
      if (old === undefined || !old.equals(bytes)) {
        await mkdir(dirname(path), { recursive: true })
        await replaceFile(path, bytes)
      }
    } catch (error) {
      return `it cannot be written: ${errorCodeOf(error)}`
    }
    await this.#note(address, entry)
    return undefined
  }

  /** Removes what this run did not see, and notes the rest. */
  async finish(): Promise<void> {
    const files = new Set([...this.#kept.values()].map(({ file }) => file))
    await removeFiles(this.folder, '', (file, isFile) => !isFile || !files.has(file))
    this.#known.clear()
    await this.save()
  }

  async save(): Promise<void> {
    const all = [...new Map([...this.#known, ...this.#kept])].sort(([a], [b]) => compare(a, b))
    const { markdown } = this
    const record = {
      start: this.#start,
      ...(markdown === undefined ? {} : { markdown }),
      entries: Object.fromEntries(all),
    }
    await replaceFile(this.#record, Buffer.from(`${JSON.stringify(record, undefined, 1)}\n`))
  }

  async #note(address: string, entry: Entry): Promise<void> {
    this.#kept.set(address, entry)
    if (this.#kept.size % SAVED_EVERY === 0) await this.save()
  }
}

function recordOf(folder: string): string {
  return `${folder}.json`
}

async function readRecord(path: string): Promise<Static<typeof RecordSchema> | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(RecordSchema, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Removes files and links below a folder that `isRemoved` names. */
async function removeFiles(
  folder: string,
  below: string,
  isRemoved: (file: string, isFile: boolean) => boolean,
): Promise<void> {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) await removeFiles(folder, path, isRemoved)
    else if (isRemoved(path, entry.isFile())) await rm(join(folder, path), { force: true })
  }
}
