import { expect } from 'bun:test'
import { collapsed } from './_contract.ts'
import { openPoints } from './_open_points.ts'
import { quotesOf, readStatutes } from './_requirements.ts'
import { readText } from './_tidy/tree.ts'
import { verifies } from './_verifies.ts'

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
