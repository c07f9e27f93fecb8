import { ok, type Result } from '../../contract/result.ts'
import { type InspectedBuild, inspectBuild } from './_inspection.ts'
import { openBuild } from './_load.ts'
import { readTableFiles, type TableFiles } from './_table_files.ts'

/** A build that was inspected in full, with the bytes that the checks saw. */
export type CheckedBuild = { readonly inspected: InspectedBuild; readonly files: TableFiles }

/** Inspects a build, and opens its tables once, so that nobody has to check them again. */
export async function checkBuild(
  distDir: string,
  manifestFile: string,
): Promise<Result<CheckedBuild, string>> {
  const inspected = inspectBuild(distDir, 'whole', manifestFile)
  if (!inspected.ok) return inspected
  const files = await readTableFiles(inspected.value.folder)
  if (!files.ok) return files
  const opened = await openBuild(inspected.value, files.value, 'unchecked')
  return opened.ok ? ok({ inspected: inspected.value, files: files.value }) : opened
}
