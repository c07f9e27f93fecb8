import type { Row } from './files.ts'

/** Ways to break the changelog. */
export const CHANGE_ROWS: readonly Row[] = [
  {
    name: 'a change with another name',
    breaks: (corpus) => corpus.write('changelog/export.md', changeText()),
    says: [
      [
        'changelog/export.md:1:1',
        'the name "export.md" is not a date and a slug',
        'name it as YYYY-MM-DD-what-changed.md',
      ],
    ],
  },
  {
    name: 'a change on a day that does not exist',
    breaks: (corpus) =>
      corpus.write('changelog/2026-02-30-more.md', changeText({ date: '2026-02-28' })),
    says: [
      [
        'changelog/2026-02-30-more.md:1:1',
        'the name "2026-02-30-more.md" is not a date and a slug',
        'name it as YYYY-MM-DD-what-changed.md',
      ],
    ],
  },
  {
    name: 'a change whose dates differ',
    breaks: (corpus) =>
      corpus.write('changelog/2026-05-05-more.md', changeText({ date: '2026-05-06' })),
    says: [
      [
        'changelog/2026-05-05-more.md:3:7',
        '"date" is "2026-05-06", and the file is named "2026-05-05"',
        'use the same date in both',
      ],
    ],
  },
  {
    name: 'a change without a title',
    breaks: (corpus) =>
      corpus.swap('changelog/2026-05-04-export.md', 'title: Export is there\n', ''),
    says: [['changelog/2026-05-04-export.md:1:1', '"title" is absent', 'add it']],
  },
  {
    name: 'a change with an unknown key',
    breaks: (corpus) => corpus.write('changelog/2026-05-05-more.md', changeText({ author: 'me' })),
    says: [
      [
        'changelog/2026-05-05-more.md:4:1',
        'the key "author" is unknown',
        'remove it; the keys here are title, date, capability, status, page',
      ],
    ],
  },
  {
    name: 'a change of an unknown capability',
    breaks: (corpus) =>
      corpus.write('changelog/2026-05-05-more.md', changeText({ capability: 'exprt' })),
    says: [
      [
        'changelog/2026-05-05-more.md:4:13',
        'the capability "exprt" is not in the registry',
        'write "export"',
      ],
    ],
  },
  {
    name: 'a change to an unknown status',
    breaks: (corpus) =>
      corpus.write(
        'changelog/2026-05-05-more.md',
        changeText({ capability: 'export', status: 'beta' }),
      ),
    says: [
      [
        'changelog/2026-05-05-more.md:5:9',
        'the status "beta" is not in the vocabulary',
        'write one of available, available_owner, foundation, not_yet, reference',
      ],
    ],
  },
  {
    name: 'a status without capability',
    breaks: (corpus) =>
      corpus.write('changelog/2026-05-05-more.md', changeText({ status: 'available' })),
    says: [
      [
        'changelog/2026-05-05-more.md:4:9',
        '"status" is given without "capability"',
        'add the capability that changed',
      ],
    ],
  },
  {
    name: 'a change of a missing page',
    breaks: (corpus) =>
      corpus.write('changelog/2026-05-05-more.md', changeText({ page: 'exports.md' })),
    says: [
      ['changelog/2026-05-05-more.md:4:7', 'there is no page "exports.md"', 'write "export.md"'],
    ],
  },
  {
    name: 'a change without text',
    breaks: (corpus) => corpus.write('changelog/2026-05-05-more.md', changeText({}, '')),
    says: [
      [
        'changelog/2026-05-05-more.md:5:1',
        'the change has no summary',
        'describe what changed for readers',
      ],
    ],
  },
  {
    name: 'a dead link in a change',
    breaks: (corpus) =>
      corpus.write('changelog/2026-05-05-more.md', changeText({}, 'See [it](/exports/).')),
    says: [
      [
        'changelog/2026-05-05-more.md:6:10',
        'the link "/exports/" does not lead to a page',
        'write "/export/"',
      ],
    ],
  },
  {
    name: 'a repeated change',
    breaks: (corpus) =>
      corpus.write(
        'changelog/2026-05-04-again.md',
        changeText({ title: 'Export is there', date: '2026-05-04' }),
      ),
    says: [
      [
        'changelog/2026-05-04-export.md:2:8',
        'the title and date repeat those of "2026-05-04-again.md"',
        'give it another title, or remove it',
      ],
    ],
  },
]

function changeText(fields: Readonly<Record<string, string>> = {}, body = 'Text.'): string {
  const all = { title: 'More', date: '2026-05-05', ...fields }
  const rows = Object.entries(all).map(([key, value]) => `${key}: ${value}\n`)
  return `---\n${rows.join('')}---\n\n${body}\n`
}
