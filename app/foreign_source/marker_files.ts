import type { Recognition } from './generator.ts'
import type { SourceFolder } from './source/source_files.ts'

/** The place of a marker file: the shallowest of these names, first by depth, then by path. */
export function findMarker(
  source: SourceFolder,
  pattern: RegExp,
  depthMax = 2,
): Recognition | undefined {
  const [marker] = source.files
    .filter((file) => pattern.test(file) && file.split('/').length <= depthMax + 1)
    .sort((a, b) => a.split('/').length - b.split('/').length)
  return marker === undefined ? undefined : { marker, folder: folderOf(marker) }
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
}
