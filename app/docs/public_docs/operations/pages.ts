import { LIMITS } from '../../../contract/limits.ts'
import type { OperationContent } from '../../../contract/operations/mod.ts'
import { listSisters } from '../../../contract/registry_sisters.ts'
import { err, ok } from '../../../contract/result.ts'
import { readStatus } from '../../../contract/statuses.ts'
import { renderRecords, renderText } from './_markdown.ts'
import {
  type ExampleCall,
  type ExampleCorpus,
  type HttpCall,
  type HttpOutcome,
  type OperationModule,
  type OperationPorts,
  type Question,
  readCountInput,
  readFilter,
  readInteger,
  readText,
  readTextInput,
  refuseParams,
  type SkillOutcome,
} from './_module.ts'
import { formatStatus, joinLines } from './_wording.ts'

export const pages: OperationModule<'pages'> = {
  run: ({ kind, status, limit, after }, { snapshot }) => {
    const found = snapshot.pages(limit ?? LIMITS.listRecordsUsual, { kind, status }, after)
    if (!found.ok) return err(`${found.error.message}; leave out "after" to start again`)
    const { records, after: next } = found.value
    const sisters = describeSisters(snapshot)
    return ok({
      pages: records,
      ...(next === undefined ? {} : { after: next }),
      ...(sisters.length === 0 ? {} : { sisters }),
    })
  },
  toMarkdown: ({ pages: records, after, sisters = [] }) => [
    ...renderText('after', after),
    ...sisters.flatMap((sister) => renderText('sister', sayFacts(sister))),
    ...renderRecords(records),
  ],
  answer: answerPages,
  subject: 'corpus',
  http: { run: listJson, example: makeExample },
}

type Sisters = NonNullable<OperationContent<'pages'>['sisters']>

function describeSisters({ registry, baseUrl }: OperationPorts['snapshot']): Sisters {
  return listSisters(registry, baseUrl)
    .filter(({ isOwn }) => !isOwn)
    .map(({ label, version, language, isLatest, address }) => {
      return { label, version, language, latest: isLatest, url: `${address}/` }
    })
}

function sayFacts({ label, version, language, latest, url }: Sisters[number]): string {
  const facts = `version ${version}${latest ? ' (latest)' : ''}, language ${language}`
  return `${label}: ${facts}, ${url}`
}

/** From the JSON of the records, which an interface that writes JSON need not make. */
function listJson({ snapshot, values }: HttpCall): HttpOutcome {
  const limit = readInteger(values, 'limit') ?? LIMITS.listRecordsMax
  const answer = snapshot.pages(limit, readFilter(values), readText(values, 'after'))
  if (!answer.ok) return answer
  const { json, after } = answer.value
  const next = after === undefined ? '' : `,"after":${JSON.stringify(after)}`
  return ok({ json: `{"pages":${json}${next}}` })
}

/** The list after the first page, so that every parameter has a value that matters. */
function makeExample({ pages: all }: ExampleCorpus): ExampleCall {
  const [first, second] = all.map(({ record }) => record)
  const shown = second ?? first
  if (first === undefined || shown === undefined) return { parameters: {} }
  const { kind, status } = shown
  const rest = all
    .slice(second === undefined ? 0 : 1)
    .filter(({ record }) => record.kind === kind && record.status === status)
  const more = rest.length > 1 ? { after: shown.id } : {}
  const after = second === undefined ? {} : { after: first.id }
  return {
    parameters: { kind, status, limit: 1, ...after },
    answer: { pages: [shown], ...more },
  }
}

/** Lists pages in corpus order, filtered by kind or status if the input asks for it. */
function answerPages(question: Question): SkillOutcome {
  const kind = readTextInput(question, 'kind')
  const status = readStatus(question.input.status)
  const limit = readCountInput(question, 'limit') ?? LIMITS.listRecordsMax
  const found = question.snapshot.pages(limit, { kind, status }, readTextInput(question, 'after'))
  if (!found.ok) {
    return refuseParams([{ field: 'input.after', description: 'is not the id of a page' }])
  }
  const { records, after } = found.value
  const more = after === undefined ? [] : [`There are more: ask again with "after": "${after}".`]
  const listed = records.map(({ title, status, updated, url }) => {
    return `${title}: ${formatStatus(status)}, updated ${updated}. ${url}`
  })
  const head = records.length === 0 ? 'No page matches.' : 'Pages of the documentation:'
  return ok({
    text: joinLines(head, ...listed, ...more),
    data: { count: records.length, ...(after === undefined ? {} : { after }) },
    citations: records,
  })
}
