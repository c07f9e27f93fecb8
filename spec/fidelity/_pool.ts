import type { Unit } from './facts.ts'

/** Units whose value the result does not have, as often as the source has it. */
export function without(units: readonly Unit[], found: readonly string[]): readonly Unit[] {
  const pool = count(found)
  return units.filter((unit) => !take(pool, unit.value))
}

export function count(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

export function take(pool: Map<string, number>, value: string): boolean {
  const left = pool.get(value) ?? 0
  if (left > 0) pool.set(value, left - 1)
  return left > 0
}
