import { expect } from 'bun:test'
import { readText } from '../tidy/tree.ts'
import { collapsed } from './contract.ts'
import { openPoints } from './open_points.ts'
import { quotesOf, readStatutes } from './requirements.ts'
import { verifies } from './verifies.ts'

const PAGE = 'corpus/pages/open-points.md'

verifies(
  ['document.not_shown', 'docs.open_points'],
  'the page "Open points" quotes what is left open and says what we do instead',
  () => {
    const statutes = readStatutes()
    const open = statutes.ok ? openPoints(statutes.value.requirements) : []
    const page = collapsed((readText(PAGE) ?? '').replace(/^> ?/gm, ''))
    const told = open.flatMap((entry) => [...quotesOf(entry), entry.choice ?? ''])
    expect(open.length).toBeGreaterThanOrEqual(18)
    expect(told.filter((text) => !page.includes(collapsed(text)))).toEqual([])
  },
)
