import { Type } from '@sinclair/typebox'
import { decodePercent } from '../../../contract/percent_encoding.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { closed, text } from '../../../contract/registry_words.ts'
import {
  normalizeOldPath,
  type Redirect,
  type RedirectTarget,
} from '../../../docs/model/redirect.ts'
import type { Field, SourceRedirect } from '../../../docs/model/source.ts'
import { validateYaml } from '../../../text/source_text/schema_problems.ts'
import type { SourceFile } from '../../../text/source_text/source_file.ts'
import { listRows, readColumn } from '../../../text/source_text/yaml_column.ts'
import { readYamlFile } from '../../../text/source_text/yaml_file.ts'

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
  const read = listRows(source, []).map((row) => {
    const [from, to] = columns.map((column) => column.get(row))
    const [old, target] = [from && readFrom(from), to && readTo(to)]
    const found = [...(old?.problems ?? []), ...(target?.problems ?? [])]
    // What is absent is reported by the schema.
    if (old?.value === undefined || target?.value === undefined) return { problems: found }
    const redirect = {
      ...old.value,
      ...target.value,
      fields: { from: old.field, to: target.field },
    }
    if (redirect.isFolder || !redirect.keepsRest) return { redirect, problems: found }
    const what = `${quote(target.field.text)} has a rest that "from" does not have`
    return { problems: [problemAt(target.field.place, what, REST_FIX)] }
  })
  return {
    redirects: read.flatMap(({ redirect }) => redirect ?? []),
    problems: [...problems, ...read.flatMap((each) => each.problems)],
  }
}

/** One end of an entry: absent where it cannot be read, which is a problem. */
type EndRead<Value> = {
  readonly field: Field
  readonly value: Value | undefined
  readonly problems: readonly Problem[]
}

function readFrom(field: Field): EndRead<Pick<Redirect, 'from' | 'isFolder'>> {
  const isFolder = REST.test(field.text)
  const from = readPath(field.text.replace(REST, '/'))
  if (from !== undefined && (from !== '' || isFolder)) {
    return { field, value: { from, isFolder }, problems: [] }
  }
  const what = `${quote(field.text)} is no address of this site`
  return { field, value: undefined, problems: [problemAt(field.place, what, FROM_FIX)] }
}

function readTo(field: Field): EndRead<Pick<Redirect, 'to' | 'keepsRest'>> {
  const to = readTarget(field.text.replace(REST, '/'))
  if (to !== undefined) {
    return { field, value: { to, keepsRest: REST.test(field.text) }, problems: [] }
  }
  const what = `${quote(field.text)} is no address to lead to`
  return { field, value: undefined, problems: [problemAt(field.place, what, TO_FIX)] }
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
