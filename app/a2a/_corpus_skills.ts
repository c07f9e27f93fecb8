import type { Change } from '../contract/corpus.ts'
import type { PageRecord } from '../contract/page.ts'
import { countOf } from '../contract/problem.ts'
import { UNSTATED_VERSION } from '../contract/registry.ts'
import { ok } from '../contract/result.ts'
import type { Snapshot } from '../public_docs/mod.ts'
import { type Question, readCountInput, type SkillOutcome } from './_skill.ts'
import { endSentence, formatStatus, joinLines } from './_wording.ts'

/** Answers which corpus this is: version, instant of the build, count of pages. */
export function describeStatus({ snapshot }: Question): SkillOutcome {
  const { title } = snapshot.registry.service
  const { version, generated, pages } = snapshot.status()
  const base = snapshot.baseUrl.replace(/\/+$/, '')
  const feed = `${base}/changelog/feed.xml`
  const manifest = `${base}/docs-manifest.json`
  const stated = version === UNSTATED_VERSION ? '' : `version ${version} and `
  const head = `The documentation of ${title} has ${stated}${countOf(pages, 'page')}`
  return ok({
    text: joinLines(
      `${head}; it was built at ${generated}.`,
      `All pages with their dates: ${manifest}`,
      `Changes as a feed: ${feed}`,
    ),
    data: { pages, manifest_url: manifest, feed_url: feed },
    citations: [],
  })
}

const CHANGES_DEFAULT = 10

/** Answers what changed for users, newest first. */
export function listChanges(question: Question): SkillOutcome {
  const { snapshot } = question
  const limit = readCountInput(question, 'limit') ?? CHANGES_DEFAULT
  const all = snapshot.changes()
  const changes = all.slice(0, limit)
  const entries = changes.map((change) => formatChange(change, snapshot))
  const head = changes.length === 0 ? 'No changes are recorded.' : 'Changes, newest first:'
  return ok({
    text: joinLines(head, ...entries),
    data: { changes, total: all.length },
    citations: findCitations(changes, snapshot),
  })
}

/**
 * A later change may supersede an earlier one, so each names the status of today: that of its
 * capability, else of the page that it cites (contract 4.3).
 */
function formatChange({ date, title, url, capability }: Change, snapshot: Snapshot): string {
  const named = snapshot.capabilities().find(({ id }) => id === capability)
  const today = named ?? snapshot.recordAtAddress(url)
  const status =
    today === undefined ? '' : ` ${today.title} has ${formatStatus(today.status)} today.`
  return `${date}: ${endSentence(title)}${status} ${url}`
}

function findCitations(changes: readonly Change[], snapshot: Snapshot): readonly PageRecord[] {
  const records = changes.flatMap(({ url }) => snapshot.recordAtAddress(url) ?? [])
  return [...new Map(records.map((record) => [record.id, record])).values()]
}
