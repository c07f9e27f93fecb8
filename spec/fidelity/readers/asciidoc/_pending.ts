import type { BlockAttributes } from './_attributes.ts'
import type { AdocRow } from './_rows.ts'

/** What stands above a block and belongs to it. */
export type Pending = {
  first: AdocRow
  readonly lists: BlockAttributes[]
  readonly ids: string[]
  title: AdocRow | undefined
  /** Whether the line above goes on with an item of a list. */
  readonly isContinued: boolean
}

export function startPending(first: AdocRow, above: AdocRow | undefined): Pending {
  return { first, lists: [], ids: [], title: undefined, isContinued: above?.text === '+' }
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
