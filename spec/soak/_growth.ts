import { compare, findMedian, type Row } from '../bench/_rows.ts'
import type { Usage } from './_program.ts'

/** The last quarter may hold a tenth more than the second: the first is for warming up. */
const GROWTH_MOST = 1.1

/** A few more or less come and go. */
const FILES_MORE = 5

type Figure = { readonly name: string; readonly unit: string; readonly more: number }

const FIGURES: Readonly<Record<keyof Usage, Figure>> = {
  residentMb: { name: 'resident memory', unit: 'MB', more: 0 },
  heapMb: { name: 'JavaScript heap', unit: 'MB', more: 0 },
  openFiles: { name: 'open files', unit: 'files', more: FILES_MORE },
  connections: { name: 'connections', unit: 'sockets', more: FILES_MORE },
  temporaryFiles: { name: 'temporary files', unit: 'files', more: FILES_MORE },
}

/** What a process held in its last quarter, beside what it held in the second. */
export function compareQuarters(part: string, samples: readonly Usage[]): readonly Row[] {
  return (Object.keys(FIGURES) as readonly (keyof Usage)[]).map((figure) => {
    const { name, unit, more } = FIGURES[figure]
    const [, second = 0, , last = 0] = findQuarters(samples.map((sample) => sample[figure]))
    // Without a file in both, nothing has grown.
    const [ours, peer] = [last + more, second * GROWTH_MOST + more]
    return compare({
      figure: `${part}, ${name}, last quarter${more === 0 ? '' : ` + ${more}`}`,
      unit,
      better: 'less',
      peerName: `second quarter x ${GROWTH_MOST}${more === 0 ? '' : ` + ${more}`}`,
      rounds: [{ ours, peer }],
      wanted: 1,
    })
  })
}

/** The median of each quarter. */
export function findQuarters(samples: readonly number[]): readonly number[] {
  const length = samples.length / 4
  return [0, 1, 2, 3].map((at) =>
    findMedian(samples.slice(Math.floor(at * length), Math.floor((at + 1) * length))),
  )
}

/** A number of faults, of which there must be none. */
export function countFaults(figure: string, count: number): Row {
  return compare({
    figure: `${figure} + 1`,
    unit: 'in all',
    better: 'less',
    peerName: 'none + 1',
    rounds: [{ ours: count + 1, peer: 1 }],
    wanted: 1,
  })
}
