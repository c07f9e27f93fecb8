import type { Change } from '../../../contract/corpus.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { PageRecord } from '../../../contract/page.ts'
import { ok } from '../../../contract/result.ts'
import type { Snapshot } from '../_public_docs.ts'
import { listFacts, renderHeading, renderText } from './_markdown.ts'
import {
  type OperationModule,
  type Question,
  readCountInput,
  type SkillOutcome,
} from './_module.ts'
import { endSentence, formatStatus, joinLines } from './_wording.ts'

export const changes: OperationModule<'changes'> = {
  run: ({ limit }, { snapshot }) => {
    const all = snapshot.changes()
    return ok({ changes: all.slice(0, limit ?? LIMITS.listRecordsUsual), total: all.length })
  },
  toMarkdown: (content) => [
    listFacts({ total: content.total }),
    ...content.changes.flatMap(renderChange),
  ],
  answer: listChanges,
  subject: 'entry',
}

function renderChange(change: Change): readonly string[] {
  const { id, date, title, summary, url, capability, status } = change
  const about = { ...(capability && { capability }), ...(status && { status }) }
  return [
    '',
    renderHeading(title),
    listFacts({ id, date, ...about, url }),
    ...renderText('summary', summary),
  ]
}

const CHANGES_DEFAULT = 10

/** Answers what changed for users, newest first. */
function listChanges(question: Question): SkillOutcome {
  const { snapshot } = question
  const limit = readCountInput(question, 'limit') ?? CHANGES_DEFAULT
  const all = snapshot.changes()
  const listed = all.slice(0, limit)
  const entries = listed.map((change) => formatChange(change, snapshot))
  const head = listed.length === 0 ? 'No changes are recorded.' : 'Changes, newest first:'
  return ok({
    text: joinLines(head, ...entries),
    data: { changes: listed, total: all.length },
    citations: findCitations(listed, snapshot),
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

function findCitations(cited: readonly Change[], snapshot: Snapshot): readonly PageRecord[] {
  const records = cited.flatMap(({ url }) => snapshot.recordAtAddress(url) ?? [])
  return [...new Map(records.map((record) => [record.id, record])).values()]
}
