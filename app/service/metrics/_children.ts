import { Counter, type Registry } from 'prom-client'

/**
 * Keeps what is made for a set of labels: to look it up by one text costs a third of naming the
 * labels each time.
 */
export function createChildren<Child>(
  create: (labels: readonly string[]) => Child,
): (...labels: readonly string[]) => Child {
  const children = new Map<string, Child>()
  return (...labels) => {
    const key = labels.length === 1 ? (labels[0] ?? '') : labels.join('\n')
    const known = children.get(key)
    if (known !== undefined) return known
    const child = create(labels)
    children.set(key, child)
    return child
  }
}

/** Counts since somebody last read the figures. */
type Tally = { waiting: number }

/**
 * A counter that adds up when somebody reads it: with every call the library would compute the name
 * of the series anew.
 */
export function createTallies(
  register: Registry,
  { name, help, labelNames }: { name: string; help: string; labelNames: string[] },
): (...labels: readonly string[]) => Tally {
  const tallies: { readonly labels: readonly string[]; readonly tally: Tally }[] = []
  new Counter({
    name,
    help,
    labelNames,
    registers: [register],
    collect() {
      for (const { labels, tally } of tallies) {
        if (tally.waiting > 0) this.labels(...labels).inc(tally.waiting)
        tally.waiting = 0
      }
    },
  })
  return createChildren((labels) => {
    const tally = { waiting: 0 }
    tallies.push({ labels, tally })
    return tally
  })
}
