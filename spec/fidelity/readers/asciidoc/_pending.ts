import type { BlockAttributes } from './_attributes.ts'
import type { AdocRow } from './_rows.ts'

/** What stands above a block and belongs to it. */
export type Pending = {
  first: AdocRow
  readonly lists: BlockAttributes[]
  readonly ids: string[]
  title: string
}

export function styleOf(pending: Pending | undefined): string {
  const styles = (pending?.lists ?? []).map(({ positions: [first = ''] }) => {
    return first.replace(/[#.%].*$/, '').trim()
  })
  return styles.filter((each) => each !== '').at(-1) ?? ''
}

export function findNamed(pending: Pending | undefined, name: string): string | undefined {
  return pending?.lists.findLast(({ named }) => named.has(name))?.named.get(name)
}
