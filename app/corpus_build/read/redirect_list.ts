import { Type } from '@sinclair/typebox'
import { decodePercent } from '../../contract/percent_encoding.ts'
import { type Problem, problemAt, quote } from '../../contract/problem.ts'
import { closed, text } from '../../contract/registry_words.ts'
import type { SourceFile } from '../../source_text/source_file.ts'
import { listRows, readColumn } from '../../source_text/yaml_column.ts'
import { readYamlFile } from '../../source_text/yaml_file.ts'
import { normalizeOldPath, type RedirectTarget } from '../model/redirect.ts'
import type { Field, SourceRedirect } from '../model/source.ts'
import { validateYaml } from './_validation.ts'

const RedirectsSchema = Type.Array(Type.Object({ from: text, to: text }, closed), {
  description: 'a list of entries with "from" and "to"',
})

/** What stands for everything below a path, at the end of it. */
const REST = /\/:[A-Za-z]\w*\*$/

const PATH = /^\/[^\s\\?#\p{Cc}]*$/u
const FROM_FIX = 'write a path of this site, such as /old/ or /old/:rest*'
const TO_FIX = 'write a path of this site, such as /new/#part, or an address with https'

/** What `redirects.yaml` says: entries that can be read, and what is wrong with the others. */
export type RedirectList = {
  readonly redirects: readonly SourceRedirect[]
  readonly problems: readonly Problem[]
}

/** Reads the list of old addresses; a corpus without one has none. */
export async function readRedirectList(file: SourceFile): Promise<RedirectList> {
  const { source, problems } = validateYaml(await readYamlFile(file), RedirectsSchema)
  if (source === undefined) return { redirects: [], problems }
  const columns = ['from', 'to'].map((key) => {
    return new Map(readColumn(source, [], key).map((cell) => [cell.row, cell]))
  })
  const read = listRows(source, []).flatMap((row) => {
    const [from, to] = columns.map((column) => column.get(row))
    return from === undefined || to === undefined ? [] : [readRedirect(from, to)]
  })
  return {
    redirects: read.flatMap(({ redirect }) => redirect ?? []),
    problems: [...problems, ...read.flatMap((each) => each.problems)],
  }
}

function readRedirect(
  from: Field,
  to: Field,
): { readonly redirect?: SourceRedirect; readonly problems: readonly Problem[] } {
  const isFolder = REST.test(from.text)
  const keepsRest = REST.test(to.text)
  const old = readPath(from.text.replace(REST, '/'))
  const target = readTarget(to.text.replace(REST, '/'))
  const problems = [
    ...(old === undefined || (old === '' && !isFolder)
      ? [problemAt(from.place, `${quote(from.text)} is no address of this site`, FROM_FIX)]
      : []),
    ...(target === undefined
      ? [problemAt(to.place, `${quote(to.text)} is no address to lead to`, TO_FIX)]
      : []),
    ...(keepsRest && !isFolder
      ? [problemAt(to.place, `${quote(to.text)} has a rest that "from" does not have`, REST_FIX)]
      : []),
  ]
  if (problems.length > 0 || old === undefined || target === undefined) return { problems }
  const fields = { from, to }
  return { redirect: { from: old, isFolder, to: target, keepsRest, fields }, problems }
}

const REST_FIX = 'end both with the same, such as /:rest*'

function readPath(written: string): string | undefined {
  const path = PATH.test(written) ? decodePercent(written) : undefined
  return path === undefined ? undefined : normalizeOldPath(path)
}

function readTarget(written: string): RedirectTarget | undefined {
  if (/^https?:\/\//i.test(written)) {
    const url = URL.canParse(written) ? new URL(written) : undefined
    const isOpen = url !== undefined && url.username === '' && url.password === ''
    return isOpen ? { kind: 'address', url: url.href } : undefined
  }
  const [, before = '', anchor = ''] = /^([^#]*)#?(.*)$/s.exec(written) ?? []
  const path = readPath(before)
  const decoded = decodePercent(anchor)
  if (path === undefined || decoded === undefined || /[\s\p{Cc}]/u.test(decoded)) return undefined
  return { kind: 'path', path, anchor: decoded }
}
