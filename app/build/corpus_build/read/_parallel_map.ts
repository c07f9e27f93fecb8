/** Runs `work` on all items, at most `most` at a time; results are in the order of the items. */
export async function mapInParallel<Item, Outcome>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [at, item] of queue) outcomes[at] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker))
  return outcomes
}
