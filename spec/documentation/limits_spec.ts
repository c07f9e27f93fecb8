import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS, LIMITS } from '../../app/contract/limits.ts'
import { verifies } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'

type Statements = Readonly<Record<string, string | readonly string[]>>

/** Where pages state each limit, and how: `#` is its number, in the unit that follows. */
const STATED: Readonly<Record<keyof typeof LIMITS, Statements>> = {
  callBytesMax: {
    'run/limits': '| request body on `/mcp` and on `/a2a` | # bytes |',
    'run/behind-a-proxy': 'up to # KiB for `/mcp` and `/a2a`',
    'run/security': '# KiB on `/mcp`',
    'clients/mcp': 'bodies up to # KiB',
    'clients/stdio': 'one line, up to # KiB',
    'clients/a2a': 'A body can have up to # bytes',
  },
  namedCallBytesMax: { 'clients/mcp': 'only if the message is # KiB or smaller' },
  requestBytesMax: {
    'run/behind-a-proxy': 'the service refuses up to # MiB',
    'clients/errors': 'a body above # MiB',
  },
  jsonLevelsMax: {
    'run/limits': '| levels of JSON on `/mcp` and `/a2a` | # |',
    'clients/mcp': 'more than # levels',
    'clients/a2a': 'over # levels',
  },
  countedMs: {
    'run/limits': 'over the # seconds before each call',
    'clients/errors': 'the last # seconds',
  },
  mcpCallsPerMinute: { 'run/limits': '| `/mcp` | # |', 'clients/mcp': '# calls a minute' },
  publicCallsPerMinuteUsual: {
    'run/limits': '| HTTP API and `/a2a` together | # |',
    'clients/http-api': '# calls a minute',
  },
  idleSecondsMax: {
    'run/limits': '| time without a byte on a connection | # seconds',
    'run/behind-a-proxy': 'idle for # seconds',
    'run/troubleshooting': 'for more than # seconds',
  },
  compressedFromBytes: { 'clients/static-files': 'from # KiB on' },
  queryCharactersMax: {
    'run/limits': [
      '| search query, on every interface | # characters |',
      'an id, address or title | # characters |',
    ],
    'clients/search': 'words, up to # characters',
  },
  idCharactersMax: { 'run/limits': '| an id in a path | # characters |' },
  listRecordsMax: {
    'run/limits': '| `limit` of the page list | #, default # |',
    'clients/list-pages': 'whole number from 1 to #; default #',
    'clients/mcp-tools': '# at most',
  },
  listRecordsUsual: { 'clients/mcp-tools': '`limit` (# unless you say' },
  resultsMax: { 'run/limits': '[the page without script](../write/site.md) | # |' },
  pageTokensUsual: { 'run/limits': 'default # |', 'write/for-models': 'about # tokens' },
  pageTokensMin: { 'run/limits': '| `max_tokens` of `read_page` | # to' },
  pageTokensMax: { 'run/limits': 'to #, default' },
  pagesAtOnceMax: { 'run/limits': '| pages of one `read_page` | # |' },
  messagePartsMax: { 'run/limits': '| # parts,', 'clients/a2a': 'a message up to # parts' },
  messageTextCharactersMax: { 'run/limits': 'parts, # characters of text' },
  messageIdCharactersMax: { 'run/limits': 'ids of # characters' },
  oauthBytesMax: { 'run/limits': '| body of an OAuth call or form | # bytes |' },
  clientDocumentBytesMax: {
    'run/oauth-settings': '# KiB at most',
    'clients/oauth': 'JSON of at most # KiB',
  },
  unusedClientMs: { 'clients/oauth': 'after # day, any other' },
  idleClientMs: { 'clients/oauth': 'when it was not used for # days' },
  heldCallsMax: {
    'run/limits': '(../clients/approvals.md) in one business | # |',
    'clients/approvals': 'At most # calls of one person',
    'clients/business-calls': '# pending approvals',
  },
  heldCallsListed: { 'clients/approvals': 'the oldest requests first, # at a time' },
  rejectedAtOnceMax: { 'clients/approvals': 'up to #, and nothing that came since' },
  keyKeptMs: { 'clients/business-calls': 'business and tool, for # hours' },
  recordTextCharactersMax: { 'clients/business-calls': 'after # characters with `…`' },
  recordItemsMax: { 'clients/business-calls': 'a list after # members' },
  domainCallMsMax: {
    'run/connect-your-product': 'within # seconds',
    'run/product-check': 'a call has # seconds at most',
  },
  domainTargetMsMax: { 'run/connect-your-product': 'nothing within # second,' },
  domainBytesMax: {
    'run/connect-your-product': 'uncompressed, # MiB at most',
    'run/prove-your-side': '# MiB',
  },
  domainSkewSeconds: {
    'run/prove-your-side': 'more than # seconds off',
    'run/product-check': 'up to # seconds',
  },
  secretCharactersMin: {
    'run/settings': 'a secret of at least # characters',
    'run/prove-your-side': 'at least # characters',
    'run/audit-chain': 'at least # characters',
  },
  titleCharactersMax: { 'write/front-matter': 'A title has at most # characters' },
  descriptionCharactersMax: { 'write/front-matter': 'More than # characters are refused' },
  keywordsMax: { 'write/words-of-readers': 'At most #, each' },
  phraseCharactersMax: {
    'write/words-of-readers': 'each up to # characters',
  },
  questionsMax: { 'write/words-of-readers': 'A page has at most # questions' },
  questionCharactersMax: { 'write/words-of-readers': 'questions, each up to # characters' },
  pageCharactersFine: {
    'write/checking': 'a page of more than # characters',
    'write/markdown': 'beyond about # characters',
  },
  codeCharactersMax: { 'write/code': 'A block with more than # characters has no colours' },
  codeLineCharactersMax: { 'write/code': 'a line with more than #.' },
  sourceBytesMax: { 'write/markdown': 'A file may have up to # MiB' },
  assetBytesMax: { 'write/pictures': 'any file above # MiB' },
  skillsMax: {
    'write/for-models': 'at most # skills',
    'run/limits': 'of a corpus | #, with',
  },
  skillFilesMax: {
    'write/for-models': 'skills with # files together',
    'run/limits': 'with # files together |',
  },
  skillPathCharactersMax: { 'write/for-models': 'paths of up to # characters' },
  skillsVerified: { 'run/what-verify-proves': 'Of the first # skills' },
  skillFilesVerified: { 'run/what-verify-proves': 'the first # files' },
  brandBytesMax: { 'write/theme': 'A file has at most # MiB' },
  apiOriginsMax: { 'write/api-reference': 'at most # origins' },
  imageHostsMax: { 'write/pictures': 'unless the registry names others, # at most' },
  pageFilesMax: {
    'write/the-build': 'Up to # pages, each page is a file',
    'run/files-on-disk': 'a build of up to # pages',
  },
  buildsKept: {
    'run/roll-back': 'the last # stay on disk',
    'run/files-on-disk': 'The last # builds are kept',
    'run/object-store': 'the last # builds',
  },
  searchDaysKept: { 'run/search-report': 'covers # days' },
  searchesPerDayMax: { 'run/search-report': '# a day, of all replicas together' },
  searchesWrittenMs: { 'run/search-report': 'every # seconds' },
  clockSkewMsMax: { 'run/doctor': '| `clock` | it is more than # seconds from yours |' },
}

const UNITS: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20 }
const UNITS_MS: Readonly<Record<string, number>> = { second: 1000, hour: HOUR_MS, day: DAY_MS }
const IN_WORDS: ReadonlyMap<number, string> = new Map([
  [1, 'a'],
  [5, 'five'],
])

/** The statement with its number in digits, and in words if it has any. */
function writeStatement(name: string, value: number, statement: string): readonly string[] {
  const [, word = ''] = /# (\w+?)s?\b/.exec(statement) ?? []
  const unit = (name.endsWith('Ms') || name.includes('MsMax') ? UNITS_MS : UNITS)[word] ?? 1
  const number = value / unit
  const forms = [number.toLocaleString('en-US'), IN_WORDS.get(number) ?? []].flat()
  return forms.map((form) => statement.replaceAll('#', form))
}

async function readPage(path: string): Promise<string> {
  const text = await readFile(join(ROOT, 'corpus/pages', `${path}.md`), 'utf8')
  return text.replace(/\s+/g, ' ')
}

/** Pairs of a page and a statement. */
function listStatements(name: string): readonly (readonly [string, string])[] {
  const [, statements = {}] = Object.entries(STATED).find(([each]) => each === name) ?? []
  return Object.entries(statements).flatMap(([path, stated]) =>
    [stated].flat().map((statement) => [path, statement] as const),
  )
}

verifies('limits.declared', 'pages state every limit as the table has it', async () => {
  const wrong: string[] = []
  for (const [name, value] of Object.entries(LIMITS)) {
    const statements = listStatements(name)
    expect([name, statements.length > 0]).toEqual([name, true])
    for (const [path, statement] of statements) {
      const wanted = writeStatement(name, value, statement)
      const page = await readPage(path)
      if (!wanted.some((each) => page.includes(each))) wrong.push(`${path}: ${wanted.join(' or ')}`)
    }
  }
  expect(wrong).toEqual([])
})

/** What a registry chooses: pages state the default of the registry that others inherit. */
const CHOSEN = {
  public_calls_per_minute: '| HTTP API and `/a2a` together | # |',
  authorization_calls_per_minute: '| OAuth endpoints and pages | # |',
  search_limit_max: '| `limit` of a search | #;',
  search_limit_default: 'without it, # or fewer |',
} as const

verifies('limits.declared', 'every maximum of the page about limits is compared', async () => {
  const registry = 'app/build/corpus_build/read/default_registry.yaml'
  const text = await readFile(join(ROOT, registry), 'utf8')
  const source = await readFile(join(ROOT, 'corpus/pages/run/limits.md'), 'utf8')
  const compared = Object.entries(LIMITS).flatMap(([name, value]) => {
    const statements = listStatements(name).filter(([path]) => path === 'run/limits')
    return statements.flatMap(([, statement]) => writeStatement(name, value, statement))
  })
  for (const [name, statement] of Object.entries(CHOSEN)) {
    const number = new RegExp(`^  ${name}: (\\d+)$`, 'm').exec(text)?.[1] ?? ''
    compared.push(statement.replace('#', number))
  }
  expect(text).toContain(`public_calls_per_minute: ${LIMITS.publicCallsPerMinuteUsual}\n`)
  const rows = source.match(/^\|[^|\n]*\| [^|\n]*\d[^|\n]* \|/gm) ?? []
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter((row) => !compared.some((each) => row.includes(each)))).toEqual([])
})
