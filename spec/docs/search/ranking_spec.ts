import { expect } from 'bun:test'
import { normalizeQuery } from '../../../app/contract/query.ts'
import {
  openSearchData,
  type SearchDocument,
  writeSearchData,
} from '../../../app/docs/search/mod.ts'
import { verifies } from '../../requirements/verifies.ts'

const OFTEN = 200

/** A page; lines of the body that start with `#` are its headings. */
function pageOf(title: string, description: string, ...lines: readonly string[]): SearchDocument {
  let body = ''
  const sections: SearchDocument['sections'][number][] = []
  for (const line of lines) {
    const heading = line.startsWith('#') ? line.slice(1) : undefined
    if (heading !== undefined) sections.push({ heading, anchor: heading, start: body.length })
    body += `${heading ?? line}\n`
  }
  return { title, description, body, sections, kind: 'guide', status: 'available' }
}

/** Titles in the order in which a query finds them, before a crowd of pages about other things. */
function rank(pages: readonly SearchDocument[], query: string): readonly string[] {
  const crowd = Array.from({ length: 20 }, (_, at) => pageOf(`Other ${at}`, 'Of this.', 'Nothing.'))
  const documents = [...pages, ...crowd]
  const opened = openSearchData(writeSearchData(documents))
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
    .search(normalizeQuery(query), pages.length)
    .hits.map(({ page }) => documents[page]?.title.split(' ')[0] ?? '')
}

verifies(
  'search.title_above_description',
  'search ranks one content word by place, however often a body says it and however it is asked',
  () => {
    const pages = [
      pageOf('Body', 'About it.', 'walrus '.repeat(OFTEN)),
      pageOf('Heading', 'About it.', '#walrus', 'walrus '.repeat(OFTEN)),
      pageOf('Description', 'About the walrus.', 'Nothing.'),
      pageOf('Title of a walrus', 'About it.', 'Nothing.'),
    ]
    for (const query of [
      'walrus',
      'what is a walrus?',
      'tell me about the walrus',
      'walrus please',
    ]) {
      expect(rank(pages, query)).toEqual(['Title', 'Description', 'Heading', 'Body'])
    }
  },
)

verifies(
  'search.title_above_description',
  'search finds a title of asking words in a question, whose verb is none of them',
  () => {
    const pages = [
      pageOf('Workflows', 'Read a page of work.', 'work '.repeat(OFTEN)),
      pageOf('Read a page', 'About it.', 'Nothing.'),
    ]
    for (const query of ['how does Read a page work', 'What does “read a page” mean?']) {
      expect(rank(pages, query)[0]).toBe('Read')
    }
  },
)

verifies(
  ['search.title_above_description', 'search.two_words_by_place'],
  'search ranks two content words by the better place, however often a body says both',
  () => {
    const apart = 'tusk. Some lines further down, far away from there and from here, a walrus. '
    const pages = [
      pageOf('Some', 'About it.', 'walrus '.repeat(OFTEN)),
      pageOf('Body', 'About it.', apart.repeat(OFTEN), 'tusk walrus. '.repeat(OFTEN)),
      pageOf('Part', 'Of a walrus.', 'walrus '.repeat(OFTEN)),
      pageOf('Description', 'Of the walrus and its tusk.', 'Nothing.'),
      pageOf('Title of a walrus', 'About it.', 'Nothing.'),
      pageOf('Both walrus tusk', 'About it.', 'Nothing.'),
    ]
    const wanted = ['Both', 'Title', 'Description', 'Part', 'Body', 'Some']
    for (const query of ['walrus tusk', 'how does the walrus use a tusk?']) {
      expect(rank(pages, query)).toEqual(wanted)
    }
  },
)

verifies(
  ['search.body_weight_zero', 'search.two_words_by_place'],
  'search finds a phrase of prose before titles with one of its two content words',
  () => {
    const pages = [
      pageOf('Walrus', 'About it.', 'Nothing.'),
      pageOf('Prose', 'About it.', 'Nothing.', 'Look for the walrus below the tusk and beyond.'),
    ]
    expect(rank(pages, 'the walrus below the tusk')).toEqual(['Prose', 'Walrus'])
    expect(rank(pages, 'the tusk below the walrus')).toEqual(['Walrus', 'Prose'])
  },
)

verifies(
  'search.title_above_description',
  'search counts one of many words more in a title than in a description, heading or body',
  () => {
    const rest = 'The ice. Some lines further down, far away from there and from here, a winter.'
    const pages = [
      pageOf('Body', 'About it.', `${rest} ${'walrus. '.repeat(OFTEN)}`),
      pageOf('Heading', 'About it.', '#walrus', rest),
      pageOf('Description', 'Of the walrus.', rest),
      pageOf('Title of a walrus', 'About it.', rest),
    ]
    for (const query of ['winter walrus ice', 'where does the walrus of the winter ice live?']) {
      expect(rank(pages, query)).toEqual(['Title', 'Description', 'Heading', 'Body'])
    }
  },
)

verifies(
  'search.body_weight_zero',
  'search gives a long page that holds everything no advantage over one that says it together',
  () => {
    const filler = 'Something else is said here for a while, and then more of it. '.repeat(20)
    const words = ['walrus', 'swims', 'winter', 'ice']
    const pages = [
      pageOf('Releases', 'All of them.', ...words.flatMap((word) => [`#v${word}`, filler, word])),
      pageOf('Animals', 'Some of them.', filler, '#Seasons', 'The walrus swims below winter ice.'),
    ]
    expect(rank(pages, 'walrus swims winter ice')).toEqual(['Animals', 'Releases'])
  },
)

verifies('search.order_is_ranking', 'search says which words it could not take as typed', () => {
  const opened = openSearchData(writeSearchData([pageOf('OpenAPI', 'Walrus settings.', 'Text.')]))
  if (!opened.ok) throw new Error(opened.error)
  const readWords = (query: string) => {
    const { unmatched, corrected } = opened.value.search(normalizeQuery(query), 5)
    return { unmatched, corrected: [...corrected] }
  }
  expect(readWords('what is the walrus setting')).toEqual({ unmatched: [], corrected: [] })
  expect(readWords('OpenAI')).toEqual({ unmatched: [], corrected: [['OpenAI', 'open']] })
  expect(readWords('where is Systemd of openai')).toEqual({
    unmatched: ['Systemd'],
    corrected: [['openai', 'openapi']],
  })
})

verifies('search.order_is_ranking', 'search names words that it cannot hold whole', () => {
  const opened = openSearchData(writeSearchData([pageOf('設定', 'Walrus.', 'Text.')]))
  if (!opened.ok) throw new Error(opened.error)
  const readUnmatched = (query: string) => opened.value.search(normalizeQuery(query), 5).unmatched
  expect(readUnmatched('数据库连接')).toEqual(['数据库连接'])
  expect(readUnmatched('設定数据库 walrus systemd')).toEqual(['数据库', 'systemd'])
  const key = 'x'.repeat(65)
  expect(readUnmatched(`walrus ${key} systemd`)).toEqual(['systemd', key])
  expect(readUnmatched(key)).toEqual([key])
})
