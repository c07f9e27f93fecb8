import { count, take, without } from './_pool.ts'
import { type OutputPage, readOutside, type Unit } from './facts.ts'
import type { ReportIndex } from './report_index.ts'

/** A target from the root may be of another part of the same host, and then leads there. */
export function findMissingLinks(
  units: readonly Unit[],
  { links }: OutputPage,
  index: ReportIndex,
): readonly Unit[] {
  const own = links.filter(isInternal).map(({ text }) => text)
  const others = count(links.filter((link) => !isInternal(link)).map(({ text }) => text))
  // Of links with the same words, those that may leave are found last among our own, and those
  // that the report names last of all.
  const rankOf = (unit: Unit) => (index.covers(unit) ? 2 : Number(mayLeave(unit)))
  const ranked = units.toSorted((a, b) => rankOf(a) - rankOf(b))
  return without(ranked, own).filter((unit) => !mayLeave(unit) || !take(others, unit.value))
}

/** A link by a whole address may lead to a page of the source, which then is a link of our own. */
export function findMissingOutside(units: readonly Unit[], { links }: OutputPage): readonly Unit[] {
  const own = count(links.filter(isInternal).map(({ text }) => text))
  const found = links.flatMap(({ target }) => readOutside(target) ?? [])
  return without(units, found).filter(({ target = '' }) => !take(own, target))
}

function mayLeave({ target }: Unit): boolean {
  return target?.startsWith('/') === true
}

function isInternal({ target }: { readonly target: string }): boolean {
  return /^(?:[#/]|https?:\/\/localhost)/.test(target)
}
