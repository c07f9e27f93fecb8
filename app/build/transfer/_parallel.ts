/** Works on items, several at once; after the first failure no further one begins. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  let failed = false
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const item of waiting) {
      if (failed) return
      await work(item).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  })
  const ended = await Promise.allSettled(workers)
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
