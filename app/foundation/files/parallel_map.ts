/**
 * Works on items, at most so many at once; outcomes are in the order of the items. After the first
 * failure no further one begins, and none is left running when it is thrown.
 */
export async function mapInParallel<Item, Outcome>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = items.entries()
  let hasFailed = false
  const runOne = async (): Promise<void> => {
    for (const [at, item] of queue) {
      if (hasFailed) return
      try {
        outcomes[at] = await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const workers = Array.from({ length: Math.min(most, items.length) }, runOne)
  const ended = await Promise.allSettled(workers)
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  return outcomes
}
