import { expect, test } from 'bun:test'
import type { Document } from '../../app/checks/evaluator/documents.ts'
import { createSegmentedMiniSearch } from './_engines/segmented.ts'
import { createUsualFts5 } from './_engines/usual_fts5.ts'
import { createSectionPeer } from './_section_peer.ts'

const PAGES = {
  'run/backup':
    'The store is one file.\n\n## Copy\n\nLarks sing.\n\n## Restore\n\nOwls hoot at night.',
  'run/logs': 'Lines of text.\n\n## Where\n\nOwls read them.',
  'run/鍵': '開く前に。\n\n## 鍵\n\n鍵を回してから扉を開けます。',
}
const bodies = Object.values(PAGES)
const documents: readonly Document[] = Object.entries(PAGES).map(([name, body]) => ({
  id: name,
  name,
  title: name,
  description: '',
  body,
  kind: 'guide',
  status: 'available',
  sections: [],
}))

test.each(['en', 'ja'])(
  'createSectionPeer() shows the best section of a page in %s',
  (language) => {
    for (const maker of [createUsualFts5(language), createSegmentedMiniSearch(language)]) {
      const ask = createSectionPeer(maker, documents, bodies)
      const hoot = ask('hoot night')
      expect(hoot.pages).toEqual(['run/backup'])
      expect(hoot.passages).toEqual(['## Restore\n\nOwls hoot at night.'])
      const owls = ask('owls')
      expect(owls.pages.toSorted()).toEqual(['run/backup', 'run/logs'])
      expect(owls.passages.toSorted()).toEqual([
        '## Restore\n\nOwls hoot at night.',
        '## Where\n\nOwls read them.',
      ])
      expect(ask('zebra')).toEqual({ pages: [], passages: [], isSure: false })
    }
  },
)

test('createUsualFts5() finds words of a language that has no spaces between them', () => {
  const asked = '先に扉を開けますか'
  expect(createUsualFts5('ja').build(documents).search(asked, 3)).toEqual([2])
  expect(createUsualFts5().build(documents).search(asked, 3)).toEqual([])
})
