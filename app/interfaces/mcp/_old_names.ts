import { memoize } from '../../contract/memo.ts'
import type { ToolEntry } from '../../contract/registry.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'

/** A renamed tool answers under its old name in the release of the rename and in the next one. */
const RELEASES = 2

/** The tools by the names that they had and still answer under. */
export const oldToolNames: (snapshot: Snapshot) => ReadonlyMap<string, ToolEntry> = memoize(
  ({ registry }: Snapshot) => {
    const { tools, service } = registry
    const isAnswered = (version: string) => countReleases(version, service.version) < RELEASES
    return new Map(
      tools.flatMap((tool) =>
        (tool.old_names ?? [])
          .filter(({ renamed_in }) => isAnswered(renamed_in))
          .map(({ name }) => [name, tool] as const),
      ),
    )
  },
)

/** What a caller by the old name is told. */
export function explainRename(old: string, { name }: ToolEntry): string {
  return `The tool "${old}" is called "${name}" now; the old name stops working soon.`
}

/** Releases from one version to another: a minor version is one, and so is a major one. */
function countReleases(from: string, to: string): number {
  const [majorFrom = 0, minorFrom = 0] = from.split('.').map(Number)
  const [majorTo = 0, minorTo = 0] = to.split('.').map(Number)
  return majorFrom === majorTo ? minorTo - minorFrom : majorTo - majorFrom + minorTo
}
