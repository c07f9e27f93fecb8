import { type AnswerSeed, changeResultText, replaceText } from './answer_seeds.ts'
import type { ExpectedFinding } from './seeds.ts'

/** A fault in the Markdown of one tool, which every revision with structured content has. */
function seedMarkdown(
  name: string,
  tool: string,
  change: (text: string) => string,
  expected: Pick<ExpectedFinding, 'expected' | 'found'>,
): AnswerSeed {
  const what = `tool ${tool} Markdown of the result`
  const also = ['MCP 2025-11-25', 'MCP 2025-06-18']
  return [
    name,
    changeResultText(tool, 'version: ', change),
    { where: 'MCP 2026-07-28', what, also, ...expected },
  ]
}

const NOTICE = '\nnotice: Not built yet: do not claim that it works.'

/**
 * Gives the status of the first planned page to the first usable one, and the other way round; that
 * most pages are usable is said once.
 */
function swapStatuses(text: string): string {
  const records = text.split('\n### ')
  const planned = records.findIndex((record) => record.includes(NOTICE))
  const usable = records.findIndex((record, at) => at > 0 && !record.includes(', status: '))
  const changed = records.map((record, at) => {
    if (at === planned) return record.replace(NOTICE, '').replace(', status: not_yet', '')
    if (at !== usable) return record
    return record.replace(/\n(p\d+)/, `${NOTICE}\n$1, status: not_yet`)
  })
  return changed.join('\n### ')
}

/** Texts that differ from the structure beside them. */
export const MARKDOWN_SEEDS: readonly AnswerSeed[] = [
  seedMarkdown('statuses of two records that changed places', 'list_pages', swapStatuses, {
    expected: 'p',
    found: 'notice: ',
  }),
  seedMarkdown(
    'an id that stands in another id alone',
    'list_pages',
    replaceText(/^(p\d+)(?=[,.])/m, '$12'),
    { expected: 'p', found: '2' },
  ),
  seedMarkdown(
    'an outcome that the search did not have',
    'search_public_docs',
    replaceText('outcome: found', 'outcome: nothing_found'),
    { expected: 'outcome: found', found: 'outcome: nothing_found' },
  ),
  seedMarkdown(
    'a page without its body',
    'read_page',
    replaceText(/\n(~~~+)markdown\n[\s\S]*?\n\1$/m, ''),
    { expected: 'markdown: ', found: 'nothing' },
  ),
  seedMarkdown('a page without its title', 'read_page', replaceText(/^### .*/m, '###'), {
    expected: '### ',
    found: '"###"',
  }),
  seedMarkdown(
    'a page with another body',
    'read_page',
    replaceText(/\n(~~~+)markdown\n[\s\S]*?\n\1$/m, '\n~~~markdown\nAll of it works.\n~~~'),
    { expected: 'markdown: ', found: 'markdown: All of it works.' },
  ),
  seedMarkdown(
    'a further record that no structure has',
    'list_pages',
    (text) => `${text}\n\n### More\nhttp://localhost/more/\nguide p99, status: available.`,
    { expected: 'nothing', found: '### More' },
  ),
]
