import { decodePercent } from '../../../contract/percent_encoding.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { normalizeOldPath } from '../../../docs/model/redirect.ts'
import type { Field } from '../../../docs/model/source.ts'
import { describeNotText } from '../../../text/source_text/schema_problems.ts'
import { listRows, readColumn, readValue } from '../../../text/source_text/yaml_column.ts'
import type { FrontMatter } from './front_matter.ts'

const KEY = 'redirect_from'

/** An old address of a page as its author may write it: a path, without a query or an anchor. */
const ADDRESS = /^\/[^\s\\?#\p{Cc}]+$/u

const FIX = 'write a path of this site, such as /guides/old-name/'

/** Reads the addresses that a page had before, each as a path without slashes at its ends. */
export function readRedirects({ source }: FrontMatter): {
  readonly addresses: readonly Field[]
  readonly problems: readonly Problem[]
} {
  const value = source === undefined ? undefined : readValue(source.value, [KEY])
  if (source === undefined || value === undefined) return { addresses: [], problems: [] }
  const problems: Problem[] = []
  const report = (path: readonly (string | number)[], what: string, wrong: unknown) => {
    if (typeof wrong === 'string' && wrong !== '') return
    problems.push(describeNotText(source, path, what, wrong || null))
  }
  if (!Array.isArray(value)) report([KEY], quote(KEY), value)
  for (const row of listRows(source, [KEY])) {
    report([KEY, row], `entry ${row + 1} of ${quote(KEY)}`, readValue(value, [row]))
  }
  const addresses = readColumn(source, [KEY]).flatMap(({ text, place }): readonly Field[] => {
    const path = readOldPath(text)
    if (path !== undefined) return [{ text: path, place }]
    problems.push(problemAt(place, `${quote(text)} is no address of this site`, FIX))
    return []
  })
  return { addresses, problems }
}

function readOldPath(text: string): string | undefined {
  const path = ADDRESS.test(text) ? decodePercent(text) : undefined
  return path === undefined ? undefined : normalizeOldPath(path) || undefined
}
