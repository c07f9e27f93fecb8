import { posix } from 'node:path'
import { quote, startOfFile } from '../../contract/problem.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** Files that name each other; more is a circle. */
const DEPTH_MAX = 10

/** A configuration with the files that `$ref` names in their places. */
export function resolveReferences(
  value: unknown,
  file: string,
  source: SourceFolder,
  report: Report,
  depth: number,
): unknown {
  const next = (inner: unknown) => resolveReferences(inner, file, source, report, depth)
  if (Array.isArray(value)) return value.map(next)
  if (typeof value !== 'object' || value === null) return value
  const reference: unknown = Reflect.get(value, '$ref')
  if (typeof reference !== 'string') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, next(inner)]))
  }
  const path = posix.join(posix.dirname(file), reference)
  if (!source.has(path) || depth >= DEPTH_MAX) {
    const what = `the configuration names ${quote(reference)}, which is not in the folder`
    report.addLoss(startOfFile(source.show(file)), what, 'add the file, or remove the reference')
    return undefined
  }
  const other = readConfigFile(source, path, report).value
  return resolveReferences(other, path, source, report, depth + 1)
}
