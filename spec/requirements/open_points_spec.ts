import { expect } from 'bun:test'
import { readText } from '../tidy/tree.ts'
import { collapseSpace } from './contract.ts'
import { openPoints } from './open_points.ts'
import { quotesOf, readRequirements } from './requirements.ts'
import { verifies } from './verifies.ts'

const PAGE = 'corpus/pages/open-points.md'

verifies(
  ['document.not_shown', 'docs.open_points'],
  'the page "Open points" quotes what is left open and says what we do instead',
  () => {
    const statutes = readRequirements()
    const open = statutes.ok ? openPoints(statutes.value.requirements) : []
    const page = collapseSpace((readText(PAGE) ?? '').replace(/^> ?/gm, ''))
    const told = open.flatMap((entry) => [...quotesOf(entry), entry.choice ?? ''])
    expect(open.length).toBeGreaterThanOrEqual(18)
    expect(told.filter((text) => !page.includes(collapseSpace(text)))).toEqual([])
  },
)
