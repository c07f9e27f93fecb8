import { quote, startOfFile } from '../../contract/problem.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { isVersion, type StatedVersion } from '../../foreign_source/source/product.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import type { Component } from './_components.ts'

/**
 * The version that all components have. Hosts of packages ask for three numbers: the report names
 * a version that has others.
 */
export function findVersion(
  components: readonly Component[],
  source: SourceFolder,
  { addNote }: Pick<Report, 'addNote'>,
): StatedVersion | undefined {
  const stated = components.flatMap(({ version, marker }) => {
    return version === '' ? [] : [{ version, file: source.show(marker) }]
  })
  const [first] = stated
  if (first === undefined) return undefined
  const number = first.version.replace(/^v(?=\d)/i, '')
  const isOne = stated.every(({ version }) => version === first.version)
  if (isOne && isVersion(number)) return { version: number, file: first.file }
  const why = isOne ? 'it has no three numbers' : 'other components have others'
  for (const { version, file } of isOne ? [first] : stated) {
    const what = `the version ${quote(version)} is not taken over: ${why}`
    addNote(startOfFile(file), what, 'write one such as 7.6.0 into registry.yaml')
  }
  return undefined
}
