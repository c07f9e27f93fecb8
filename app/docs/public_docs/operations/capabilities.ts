import type { Capability } from '../../../contract/corpus.ts'
import type { OperationContent } from '../../../contract/operations/mod.ts'
import type { PageRecord } from '../../../contract/page.ts'
import { type NormalQuery, normalizeQuery } from '../../../contract/query.ts'
import { ok } from '../../../contract/result.ts'
import {
  CAPABILITY_STATUSES,
  type CapabilityStatus,
  factsOf,
  readStatus,
} from '../../../contract/statuses.ts'
import { renderHeading, renderText, toOneLine } from './_markdown.ts'
import {
  type ExampleCall,
  type ExampleCorpus,
  type OperationModule,
  type Question,
  readQuery,
  readTextInput,
  type SkillOutcome,
} from './_module.ts'
import { endSentence, formatPage, formatStatus, joinLines } from './_wording.ts'

export const capabilities: OperationModule<'capabilities'> = {
  run: (_, { snapshot }) => ok({ capabilities: snapshot.capabilities() }),
  toMarkdown: (content) => content.capabilities.flatMap(renderCapability),
  answer: answerCapabilities,
  subject: 'capability',
  http: {
    run: ({ snapshot }) => ok({ json: JSON.stringify({ capabilities: snapshot.capabilities() }) }),
    example: makeExample,
  },
}

/** Ids and capabilities together; the list of capabilities cannot be shown in part. */
const EXAMPLE_IDS_MAX = 200

function makeExample({ capabilities: all, pages }: ExampleCorpus): ExampleCall {
  if (all.length + pages.length > EXAMPLE_IDS_MAX) return { parameters: {} }
  return { parameters: {}, answer: { capabilities: all } }
}

export function renderCapability(
  capability: OperationContent<'capability'>['capability'],
): readonly string[] {
  const { id, title, description, status, pages, notice } = capability
  const about = `capability ${id}, status: ${status}, pages: ${pages.join(' ')}. ${description}`
  return ['', renderHeading(title), ...renderText('notice', notice), toOneLine(about)]
}

const PAGES_CITED_MAX = 3

/** Answers whether capabilities exist: the ones that are asked for, or all with their status. */
export function answerCapabilities(question: Question): SkillOutcome {
  const { snapshot } = question
  const all = snapshot.capabilities()
  const status = readStatus(question.input.status)
  if (status !== undefined) return listCapabilities(all.filter((each) => each.status === status))
  const id = readTextInput(question, 'id')
  if (id !== undefined) {
    const exact = all.filter((each) => each.id === id)
    return exact.length > 0
      ? describeCapabilities(exact, question)
      : reportUnknown(normalizeQuery(id), question)
  }
  const query = readQuery(question)
  if (!query.ok) return query
  const { understanding } = question
  const matches = understanding.findCapabilities(query.value)
  if (matches.length > 0) return describeCapabilities(matches, question)
  return understanding.hasTopic(query.value)
    ? reportUnknown(query.value, question)
    : listCapabilities(all)
}

function describeCapabilities(
  matches: readonly Capability[],
  { snapshot }: Question,
): SkillOutcome {
  const citations = matches.flatMap((capability): readonly PageRecord[] => {
    const found = snapshot.capability(capability.id)
    return found.ok ? found.value.records.slice(0, PAGES_CITED_MAX) : []
  })
  const found = matches.map(formatCapability)
  const pages = citations.length === 0 ? [] : ['Read more:', ...citations.map(formatPage)]
  return ok({
    text: joinLines(...found, ...pages),
    data: { found: true, capabilities: matches },
    citations,
  })
}

function formatCapability({ title, status, description }: Capability): string {
  return `${title}: ${formatStatus(status)}. ${endSentence(description)}`
}

/** An unknown name does not prove that the feature is absent: the closest pages are cited. */
function reportUnknown(query: NormalQuery, { snapshot, limits }: Question): SkillOutcome {
  const { records } = snapshot.search(query, limits.searchLimitDefault)
  const head = 'No capability has this name; that does not show that the feature is absent.'
  const near = records.length === 0 ? [] : ['The closest pages:', ...records.map(formatPage)]
  const names = snapshot.capabilities().map(({ title }) => title)
  const known = `Known capabilities: ${names.join(', ')}.`
  return ok({
    text: joinLines(head, ...near, known),
    data: { found: false, capabilities: [] },
    citations: records,
  })
}

function listCapabilities(capabilities: readonly Capability[]): SkillOutcome {
  const groups = CAPABILITY_STATUSES.flatMap((status) => formatGroup(status, capabilities))
  const head = capabilities.length === 0 ? ['No capability has this status.'] : []
  return ok({
    text: joinLines(...head, ...groups),
    data: { found: capabilities.length > 0, capabilities: capabilities },
    citations: [],
  })
}

function formatGroup(
  status: CapabilityStatus,
  capabilities: readonly Capability[],
): readonly string[] {
  const titles = capabilities.filter((each) => each.status === status).map(({ title }) => title)
  if (titles.length === 0) return []
  const { means } = factsOf(status)
  const name = means === status ? status : `${status} (${means})`
  return [`Status ${name}: ${titles.join(', ')}.`]
}
