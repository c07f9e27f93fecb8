import { collapseSpace } from './contract.ts'
import { quotesOf, type Requirement, readRequirements } from './requirements.ts'

/** Written by `bun spec/requirements/open_points.ts`. */
export const OPEN_POINTS = 'spec/open_points.md'

const HEAD = `# Open points

What the contract leaves open, and what the service does there. Generated from the entries with
\`open: true\` in [requirements.yaml](requirements.yaml): edit those, then run
\`bun spec/requirements/open_points.ts\`.

**S**: a standard settles it. **D**: data of the deployment. **X**: not done.

| Contract | Left open | Case | What we do | Source |
|---|---|---|---|---|
`

/** The entries that the contract leaves open, in its order. */
export function openPoints(requirements: readonly Requirement[]): readonly Requirement[] {
  return requirements.filter((entry) => entry.open === true)
}

/** The whole file: a row for each open entry. */
export function renderOpenPoints(requirements: readonly Requirement[]): string {
  return `${HEAD}${openPoints(requirements).map(renderRow).join('')}`
}

function renderRow(entry: Requirement): string {
  const { section = '', choice = '', source = '' } = entry
  const cells = [section, quotesOf(entry).join(' '), entry.case ?? '', choice, source]
  return `| ${cells.map((cell) => collapseSpace(cell).replaceAll('|', '\\|')).join(' | ')} |\n`
}

if (import.meta.main) {
  const file = readRequirements()
  if (!file.ok) throw new Error('Cannot write the open points: requirements.yaml has problems')
  await Bun.write(OPEN_POINTS, renderOpenPoints(file.value.requirements))
}
