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
    const file = readRequirements()
    const open = file.ok ? openPoints(file.value.requirements) : []
    const page = collapseSpace((readText(PAGE) ?? '').replace(/^> ?/gm, ''))
    const texts = open.flatMap((entry) => [...quotesOf(entry), entry.choice ?? ''])
    expect(open.length).toBeGreaterThanOrEqual(18)
    expect(texts.filter((text) => !page.includes(collapseSpace(text)))).toEqual([])
  },
)
