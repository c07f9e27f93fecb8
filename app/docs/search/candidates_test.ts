import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { normalizeQuery } from '../../contract/query.ts'
import { createRandom } from '../../contract/text_hash.ts'
import { openSearchData, type SearchDocument, writeSearchData } from './mod.ts'

const PAGES = 900
/** The first are on most pages, the last on a few; some share a stem or a beginning. */
const WORDS = (
  'cache port build page index query ports token queries server builder cached schema lambda ' +
  'vector kernel socket stream mutex tango'
).split(' ')
const NAMES = ['fileSystem', 'Bun.serve', 'in-memory', 'keep-alive-time', '--port']
/** Names as one word, which a query finds though they hold none of its words. */
const JOINED = ['bunserve', 'inmemory', 'keepalivetime']

const random = createRandom(7)
const pick = () => WORDS[Math.floor(WORDS.length * random() ** 2.5)] ?? ''
const WRITTEN = [...NAMES, ...JOINED]
const pickName = () => WRITTEN[Math.floor(WRITTEN.length * random())] ?? ''
const write = (count: number) => Array.from({ length: count }, pick).join(' ')

/** Long and short pages, of which some quote each other, and some stand below all others. */
function writePage(): SearchDocument {
  const heading = write(2)
  const lead = write(3 + Math.floor(random() * 30))
  const rest = `${write(2 + Math.floor(random() * 90))} ${random() < 0.1 ? pickName() : ''}`
  const shown = random()
  return {
    title: random() < 0.4 ? write(2) : `tango${Math.floor(random() * 999)}`,
    description: random() < 0.5 ? write(4) : 'nothing',
    body: `${lead}\n${heading}\n${rest}\n`,
    kind: random() < 0.7 ? 'guide' : 'reference',
    status: 'available',
    sections: [{ heading, anchor: 'a', start: lead.length + 1 }],
    ...(shown < 0.1 ? { standing: shown < 0.05 ? 'low' : 'hidden' } : {}),
  }
}

const FILE = writeSearchData(Array.from({ length: PAGES }, writePage))

function openIndex(exhaustiveMost: number) {
  const index = openSearchData(FILE, 'unchecked', exhaustiveMost)
  if (!index.ok) throw new Error(index.error)
  return index.value
}

const asked = fc.array(fc.constantFrom(...WORDS, ...NAMES, 'the', 'cahce', 'que', 's'), {
  minLength: 1,
  maxLength: 9,
})

describe('scoring only candidates', () => {
  const all = openIndex(Number.POSITIVE_INFINITY)
  const few = openIndex(0)

  test('search() finds the same pages and sections as when it scores every page', () => {
    fc.assert(
      fc.property(
        asked,
        fc.boolean(),
        fc.constantFrom(1, 3, 10, 50),
        fc.constantFrom({}, { kind: 'reference' }),
        (words, ends, limit, filter) => {
          const query = words.join(' ') + (ends ? '.' : '')
          const show = ({ search }: typeof all) => {
            const { hits, isWeak, apart, corrected } = search(normalizeQuery(query), limit, filter)
            return {
              hits: hits.map(({ page, section }) => ({ page, section })),
              isWeak,
              apart,
              corrected,
            }
          }
          expect(show(few)).toEqual(show(all))
        },
      ),
      { numRuns: 400, seed: 1 },
    )
  })
})
