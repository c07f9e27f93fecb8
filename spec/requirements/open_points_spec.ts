import { expect } from 'bun:test'
import { readText } from '../tidy/tree.ts'
import { OPEN_POINTS, openPoints, renderOpenPoints } from './open_points.ts'
import { readRequirements } from './requirements.ts'
import { verifies } from './verifies.ts'

verifies(
  ['document.not_shown', 'docs.open_points'],
  'the table of open points has every entry that is open, with our choice',
  () => {
    const file = readRequirements()
    const requirements = file.ok ? file.value.requirements : []
    expect(openPoints(requirements).length).toBeGreaterThanOrEqual(18)
    expect(readText(OPEN_POINTS)).toBe(renderOpenPoints(requirements))
  },
)
