import { collapseSpace } from './contract.ts'
import { quotesOf, type Requirement } from './requirements.ts'

const CASES: Readonly<Record<string, string>> = {
  S: 'a standard settles it',
  D: 'data of the deployment',
  X: 'not done',
}

/** The entries that the contract leaves open, in its order. */
export function openPoints(requirements: readonly Requirement[]): readonly Requirement[] {
  return requirements.filter((entry) => entry.open === true)
}

/** The body of the page "Open points": one part per section, one list item per open entry. */
export function renderOpenPoints(requirements: readonly Requirement[]): string {
  const open = openPoints(requirements)
  const sections = [...new Set(open.map((entry) => entry.section))]
  const parts = sections.map((section) => {
    const own = open.filter((entry) => entry.section === section)
    return [`## Contract section ${section}`, ...own.map(renderEntry)].join('\n\n')
  })
  return `${parts.join('\n\n')}\n`
}

function renderEntry(entry: Requirement): string {
  const quotes = quotesOf(entry).map((quote) => `> ${collapseSpace(quote)}`)
  const cases = (entry.case ?? '').split('+').map((letter) => CASES[letter] ?? letter)
  return [
    ...quotes,
    '',
    `${collapseSpace(entry.choice ?? '')}`,
    '',
    `Case ${entry.case}: ${cases.join(', ')}. Source: ${collapseSpace(entry.source ?? '')}.`,
  ].join('\n')
}
