import type { Recognition } from './generator.ts'
import type { SourceFolder } from './source/source_files.ts'

/** The place of a marker file: of these names that are one, the shallowest, then the first. */
export function findMarker(
  source: SourceFolder,
  pattern: RegExp,
  depthMax = 2,
  isMarker: (file: string) => boolean = () => true,
): Recognition | undefined {
  const marker = source.files
    .filter((file) => pattern.test(file) && file.split('/').length <= depthMax + 1)
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .find(isMarker)
  return marker === undefined ? undefined : { marker, folder: folderOf(marker) }
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
}
