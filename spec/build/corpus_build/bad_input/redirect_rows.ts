import { pageText, type Row } from './files.ts'

const FROM_FIX = 'write a path of this site, such as /old/ or /old/:rest*'
const TO_FIX = 'write a path of this site, such as /new/#part, or an address with https'

const FILE = 'redirects.yaml'

/** A list of old addresses from "from to" texts, one a line of the file. */
function listOf(...entries: readonly string[]): string {
  const rows = entries.map((entry) => {
    const [from = '', to = ''] = entry.split(' ')
    return `- { from: "${from}", to: "${to}" }\n`
  })
  return rows.join('')
}

/** Ways to get the list of old addresses wrong. */
export const REDIRECT_ROWS: readonly Row[] = [
  {
    name: 'a list of redirects in another form',
    breaks: (corpus) => corpus.write(FILE, '/old/: /new/\n'),
    says: [[`${FILE}:1:1`, 'the file is a map', 'write a list of entries with "from" and "to"']],
  },
  {
    name: 'entries of redirects that are none',
    breaks: (corpus) =>
      corpus.write(
        FILE,
        [
          listOf(
            'old/ /export/',
            'https://a.example/b/ /export/',
            '/ /export/',
            '/a export/',
            '/b javascript:alert()',
            '/c https://me:secret@a.example/',
            '/d /export/:rest*',
            '/e?x /a/../b',
          ),
          '- { form: /f }\n',
        ].join(''),
      ),
    says: [
      [`${FILE}:1:11`, '"old/" is no address of this site', FROM_FIX],
      [`${FILE}:2:11`, '"https://a.example/b/" is no address of this site', FROM_FIX],
      [`${FILE}:3:11`, '"/" is no address of this site', FROM_FIX],
      [`${FILE}:4:21`, '"export/" is no address to lead to', TO_FIX],
      [`${FILE}:5:21`, '"javascript:alert()" is no address to lead to', TO_FIX],
      [`${FILE}:6:21`, '"https://me:secret@a.example/" is no address to lead to', TO_FIX],
      [
        `${FILE}:7:21`,
        '"/export/:rest*" has a rest that "from" does not have',
        'end both with the same, such as /:rest*',
      ],
      [`${FILE}:8:11`, '"/e?x" is no address of this site', FROM_FIX],
      [`${FILE}:8:23`, '"/a/../b" is no address to lead to', TO_FIX],
      [`${FILE}:9:3`, '"to" is absent', 'add it'],
      [`${FILE}:9:5`, 'the key "form" is unknown', 'write "from", or remove it'],
    ],
  },
  {
    name: 'redirects that nobody would see, or that lead nowhere',
    breaks: async (corpus) => {
      await corpus.write('pages/new.md', pageText({ redirect_from: '/mine/' }))
      await corpus.write('pages/run/apart/deep.md', pageText())
      await corpus.write(
        FILE,
        listOf(
          '/export/ /guides/',
          '/oauth/:rest* /guides/',
          '/mine /guides/',
          '/two /guides/',
          '/two/index.html /export/',
          '/typo /guides/strat/',
          '/far /nowhere/',
          '/part /export/#nowhere',
          '/ring/a /ring/b',
          '/ring/b /ring/a',
          '/loop/:x* /loop/loop/:x*',
          '/v1/:x* /gone/:x*',
          '/fine/:x* /guides/:x*',
          '/llms /llms.txt',
          '/docs /guides/',
          '/docs/:x* /guides/:x*',
          '/api/old /guides/',
          '/api/public/:x* /guides/:x*',
          '/walk /run/',
          '/walks/:x* /run/:x*',
        ),
      )
    },
    says: [
      [
        `${FILE}:1:11`,
        '"/export" is the address of the page "export.md"',
        'remove it, or move that page',
      ],
      [
        `${FILE}:2:11`,
        'the address "/oauth/*" is reserved for the service',
        'remove it, or redirect it in front of the service',
      ],
      [`${FILE}:3:11`, '"/mine" already leads to "new.md"', 'keep it in one place'],
      [`${FILE}:5:11`, '"/two/index.html" already leads to "/guides/"', 'keep it in one place'],
      [
        `${FILE}:6:24`,
        '"/guides/strat/" leads to "/guides/strat/", where no page is',
        'write "/guides/start/"',
      ],
      [
        `${FILE}:7:23`,
        '"/nowhere/" leads to "/nowhere/", where no page is',
        'write the address of a page',
      ],
      [`${FILE}:8:24`, 'the anchor "#nowhere" is not on "export.md"', 'remove it'],
      [`${FILE}:9:26`, '"/ring/b" leads back to where it came from', 'write the address of a page'],
      [
        `${FILE}:10:26`,
        '"/ring/a" leads back to where it came from',
        'write the address of a page',
      ],
      [
        `${FILE}:11:28`,
        '"/loop/loop/:x*" leads back to where it came from',
        'write the address of a page',
      ],
      [
        `${FILE}:12:26`,
        '"/gone/:x*" leads to "/gone/", where no page is',
        'write the address of a page',
      ],
      [
        `${FILE}:15:11`,
        'the address "/docs" is reserved for the service',
        'remove it, or redirect it in front of the service',
      ],
      [
        `${FILE}:18:11`,
        'the address "/api/public/*" is reserved for the service',
        'remove it, or redirect it in front of the service',
      ],
      [`${FILE}:19:24`, '"/run/" leads to "/run/", where no page is', 'write "/run/apart/deep/"'],
    ],
  },
]
