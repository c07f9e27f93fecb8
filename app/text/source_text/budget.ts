/**
 * How much of one kind a file, a page or a document may cost whoever reads it. It counts what is
 * made, and no time: a small input that grows without end ends at the same place everywhere.
 */
export type Budget = {
  readonly isSpent: boolean
  /** Takes an amount; false once there is too little, and from then on. */
  take(amount: number): boolean
}

export function createBudget(most: number): Budget {
  let left = most
  return {
    get isSpent() {
      return left < 0
    },
    take: (amount) => {
      if (left >= 0) left -= amount
      return left >= 0
    },
  }
}
