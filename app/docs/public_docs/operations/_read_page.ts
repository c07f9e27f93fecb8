import { quoteInput } from '../../../contract/json_rpc.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { OperationArguments, OperationContent } from '../../../contract/operations/mod.ts'
import type { PublicRefusal } from '../../../contract/public_error.ts'
import { normalizeQuery } from '../../../contract/query.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Snapshot } from '../_public_docs.ts'
import { countTokens, cutExcerpt, findSection } from './_excerpt.ts'
import { listChoices } from './_wording.ts'

type PageText = Result<OperationContent<'page'>, string>

/** How many pages near an unknown name a refusal names. */
const NEAR_MAX = 3

/**
 * Reads one page or several. They share the budget: what one leaves is for those behind it. A
 * further page that cannot be read is a problem in its place, and the others are answered.
 */
export async function readPages(
  args: OperationArguments<'page'>,
  snapshot: Snapshot,
): Promise<PageText> {
  const { id, section, more_ids: more = [], max_tokens: budget = LIMITS.pageTokensUsual } = args
  let left = budget
  const read = async (name: string, wanted: string | undefined, pages: number) => {
    const share = Math.max(LIMITS.pageTokensMin, Math.floor(left / pages))
    const text = await readPage(name, wanted, share, snapshot)
    if (text.ok) left -= countTokens(text.value.markdown)
    return text
  }
  const first = await read(id, section, more.length + 1)
  if (!first.ok || more.length === 0) return first
  const others: NonNullable<OperationContent<'page'>['more']>[number][] = []
  for (const [at, name] of more.entries()) {
    const text = await read(name, undefined, more.length - at)
    others.push(text.ok ? text.value : { id: quoteInput(name), problem: text.error })
  }
  return ok({ ...first.value, more: others })
}

async function readPage(
  name: string,
  wanted: string | undefined,
  tokensMax: number,
  snapshot: Snapshot,
): Promise<PageText> {
  const found = await findPage(name, snapshot)
  if (!found.ok) return err(explainRefusal(name, found.error, snapshot))
  const { record, headings } = found.value
  const sections = headings.map((heading) => heading.anchor)
  const section =
    wanted === undefined ? findSectionOfAddress(name, headings) : findSection(headings, wanted)
  if (wanted !== undefined && section === undefined) {
    const state = `page ${record.id} has no such section`
    return err(`Cannot find section "${quoteInput(wanted)}": ${state}; ${listChoices(sections)}`)
  }
  const cut = cutExcerpt(found.value, section, tokensMax)
  return ok({
    page: record,
    markdown: cut.markdown,
    truncated: cut.truncated,
    sections,
    ...(cut.nextSection === undefined ? {} : { next_section: cut.nextSection }),
    ...(cut.note === undefined ? {} : { note: cut.note }),
  })
}

/** An anchor that the page no longer has leads to the page. */
function findSectionOfAddress(
  name: string,
  headings: Parameters<typeof findSection>[0],
): ReturnType<typeof findSection> {
  const at = name.indexOf('#')
  return at === -1 ? undefined : findSection(headings, name.slice(at))
}

/** By id, by an address that it has or had, or by its title. */
export async function findPage(name: string, snapshot: Snapshot): ReturnType<Snapshot['page']> {
  const found = await snapshot.page(name)
  if (found.ok || found.error.reason !== 'not_found') return found
  const record = snapshot.recordAtAddress(name)
  if (record !== undefined) return await snapshot.page(record.id)
  const [titled, ...others] = findTitled(name, snapshot)
  if (titled === undefined) return found
  if (others.length === 0) return await snapshot.page(titled.id)
  const ids = [titled, ...others].map(({ id, url }) => `${id} (${url})`)
  const state = 'several pages have this title'
  const message = `Cannot find page "${quoteInput(name)}": ${state}; ${listChoices(ids)}`
  return err({ reason: 'invalid_parameter', message })
}

/** Search puts pages first whose title is the query. */
function findTitled(title: string, snapshot: Snapshot) {
  const wanted = foldTitle(title)
  const { records } = snapshot.search(normalizeQuery(title), NEAR_MAX)
  return records.filter((each) => foldTitle(each.title) === wanted)
}

function foldTitle(title: string): string {
  return normalizeQuery(title).toLowerCase()
}

function explainRefusal(name: string, refusal: PublicRefusal, snapshot: Snapshot): string {
  if (refusal.reason !== 'not_found') return refusal.message
  const { records } = snapshot.search(normalizeQuery(name), NEAR_MAX)
  const near = records.map(({ id, title }) => `${id} (${title})`)
  const { name: search } = snapshot.registry.tools.find((tool) => tool.operation === 'search') ?? {}
  const state = `Cannot find page "${quoteInput(name)}": it does not exist`
  const help = near.length === 0 ? '' : `; perhaps ${near.join(', ')}`
  return `${state}${help}; find ids with ${search ?? 'search'}`
}
