import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { PACKED_FILE, SERVED_FILE, type ServedFile } from '../../contract/build.ts'
import { decompress } from '../../contract/content_coding.ts'
import type { ManifestFile } from '../../contract/corpus.ts'
import type { CorpusPage } from '../../docs/model/corpus.ts'
import { computeDigest, openServed } from '../../docs/public_docs/mod.ts'
import { buildsFolder } from '../../foundation/files/build_folders.ts'
import { describeFile } from '../../foundation/files/folder_writer.ts'
import { CODE_VERSION } from '../../text/content/code_cache.ts'
import { type KeptValues, openKeptValues } from './_kept_values.ts'
import type { CompressedFile } from './_pack.ts'
import type { EmittedPage } from './emit/pages.ts'
import type { PageRead } from './read/page_files.ts'
import type { KeepRead } from './read/pages.ts'

/** Changes with what is kept of a page. */
const FORM = 2

const FILE = '.pages.bin'

/** A file of a page as the last build has it: its own bytes unless they are in the pack alone. */
type KeptFile = {
  readonly listed: ManifestFile
  readonly plain: Uint8Array | undefined
  readonly packed: CompressedFile
}

/** What a build takes over from the one before it for a page that is the same. */
export type KeptPage = Pick<EmittedPage, 'stored' | 'document' | 'markdown' | 'code'> & {
  readonly html: KeptFile
  readonly twin: KeptFile
}

/** What the last build made of each page, by everything that it was made from. */
export type KeptPages = {
  /** Takes a page as it was read before, if its file is the same. */
  readonly read: KeepRead
  /** Names a page by what it is made from; `shared` is what all pages have in common. */
  readonly name: (shared: string, page: CorpusPage) => string
  readonly has: (name: string) => boolean
  readonly find: (name: string, isPacked: boolean) => Promise<KeptPage | undefined>
  readonly set: (name: string, page: EmittedPage) => void
  /** Keeps what this build used for the next one. */
  readonly save: (build: string) => Promise<void>
  readonly close: () => void
}

/** A page in the file, without what the last build has itself. */
type KeptValue = Pick<EmittedPage, 'stored' | 'document' | 'code'> & {
  readonly html: ManifestFile
  readonly twin: ManifestFile
}

/** Opens what the last build left beside the builds; `program` tells one program from another. */
export function openKeptPages(distDir: string, program: string): KeptPages {
  const version = `${FORM} ${Bun.version} ${CODE_VERSION} ${program}`
  const values = openKeptValues(join(buildsFolder(distDir), FILE), version)
  const build = values.build === undefined ? undefined : openLastBuild(distDir, values.build)
  const find = async (name: string, isPacked: boolean): Promise<KeptPage | undefined> => {
    // Only `set` below gives a value such a name, and its checksum holds.
    const value = values.get(name) as KeptValue | undefined
    if (value === undefined) return undefined
    const [html, twin] = [build?.read(value.html, isPacked), build?.read(value.twin, isPacked)]
    if (html === undefined || twin === undefined) return undefined
    const bytes = await readPlain(twin)
    if (bytes === undefined) return undefined
    const markdown = new TextDecoder().decode(bytes.subarray(value.stored.bodyOffset))
    return { ...value, markdown, html, twin }
  }
  return {
    read: (file, text, parse) => readOnce(values, [file.below, file.name, text], text, parse),
    name: (shared, page) => nameOf('page', [shared, JSON.stringify(page)]),
    has: (name) => build !== undefined && values.has(name),
    find,
    set: (name, { stored, document, code, html, twin }) => {
      const files = { html: describeFile(html), twin: describeFile(twin) }
      values.set(name, { stored, document, code, ...files } satisfies KeptValue)
    },
    save: values.save,
    close: () => {
      values.close()
      build?.close()
    },
  }
}

/** 128 bits: no two pages of a corpus have one name by chance, and nobody gains from a pair. */
const NAME_DIGITS = 32

function nameOf(kind: string, parts: readonly string[]): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const part of parts) hasher.update(`${part.length} `).update(part)
  return `${kind} ${hasher.digest('hex').slice(0, NAME_DIGITS)}`
}

/** A page without problems, without its body, which is the end of its file. */
type KeptRead = { readonly page: PageRead['page']; readonly bodyAt: number }

function readOnce(
  values: KeptValues,
  parts: readonly string[],
  text: string,
  parse: () => PageRead,
): PageRead {
  const name = nameOf('read', parts)
  // Only this function gives a value such a name, and its checksum holds.
  const known = values.get(name) as KeptRead | undefined
  if (known !== undefined) {
    return { page: { ...known.page, body: text.slice(known.bodyAt) }, problems: [], included: [] }
  }
  const read = parse()
  const { page, problems } = read
  if (problems.length === 0 && text.endsWith(page.body)) {
    const bodyAt = text.length - page.body.length
    values.set(name, { page: { ...page, body: '' }, bodyAt } satisfies KeptRead)
  }
  return read
}

type LastBuild = {
  /** A file of the build with its compressed forms, if every byte is that of the build. */
  readonly read: (file: ManifestFile, isPacked: boolean) => KeptFile | undefined
  readonly close: () => void
}

function openLastBuild(distDir: string, name: string): LastBuild | undefined {
  const folder = join(buildsFolder(distDir), name)
  let pack: number
  try {
    pack = openSync(join(folder, PACKED_FILE), 'r')
  } catch {
    return undefined
  }
  const table = openServed(readIfThere(join(folder, SERVED_FILE)) ?? new Uint8Array())
  const read = (listed: ManifestFile, isPacked: boolean): KeptFile | undefined => {
    const file = table.ok ? table.value.find(listed.path) : undefined
    if (file?.sha256 !== listed.sha256 || (file.isPacked === true) !== isPacked) return undefined
    const forms = file.forms.map((form) => [form.coding, readForm(pack, form)] as const)
    const found = forms.flatMap(([coding, bytes]) => (bytes ? [[coding, bytes] as const] : []))
    const plain = isPacked ? undefined : readIfThere(join(folder, listed.path))
    const isWhole = isPacked || (plain !== undefined && computeDigest(plain) === listed.sha256)
    if (!isWhole || found.length < forms.length) return undefined
    return { listed, plain, packed: { path: listed.path, forms: found, isPacked } }
  }
  return { read, close: () => closeSync(pack) }
}

function readForm(
  pack: number,
  { at, bytes, sha256 }: ServedFile['forms'][number],
): Uint8Array | undefined {
  const form = new Uint8Array(bytes)
  const isWhole = readSync(pack, form, 0, bytes, at) === bytes && computeDigest(form) === sha256
  return isWhole ? form : undefined
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

async function readPlain({ listed, plain, packed }: KeptFile): Promise<Uint8Array | undefined> {
  if (plain !== undefined) return plain
  const form = packed.forms.find(([coding]) => coding === 'br')?.[1]
  if (form === undefined) return undefined
  const bytes = await decompress(form, listed.bytes).catch(() => undefined)
  return bytes !== undefined && computeDigest(bytes) === listed.sha256 ? bytes : undefined
}
