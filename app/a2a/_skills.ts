import { type LimitSettings, limitsInForce } from '../contract/limits.ts'
import type { Operation } from '../contract/operations/mod.ts'
import type { SkillEntry } from '../contract/registry.ts'
import type { Snapshot } from '../public_docs/mod.ts'
import { checkCapabilities } from './_capability_skills.ts'
import { chooseSkill, type SkillChoice } from './_choice.ts'
import { describeStatus, listChanges } from './_corpus_skills.ts'
import type { Inquiry } from './_message.ts'
import { listPages, readPage, search } from './_page_skills.ts'
import { describeEvent, describeOperation, describeWorkflow } from './_registry_skills.ts'
import { type Route, routeText } from './_router.ts'
import type { Question, SkillAnswer, SkillOutcome } from './_skill.ts'
import { endSentence, joinLines } from './_wording.ts'

/** An answer and the skill that gave it; no skill did if nothing was asked. */
export type SkillReply = { readonly skill: SkillEntry | undefined; readonly answer: SkillAnswer }

type Outcome = { readonly reply: SkillReply } | { readonly refusal: Refusal }
type Refusal = Extract<SkillOutcome, { ok: false }>['error']

/** Answers a message from one snapshot, by the skill that it names, else by the one that fits. */
export async function answerMessage(
  asked: Inquiry,
  snapshot: Snapshot,
  settings: LimitSettings,
): Promise<Outcome> {
  const chosen = chooseSkill(asked, snapshot)
  if (!chosen.ok) return { refusal: chosen.error }
  const isSilent = asked.text.trim() === '' && chosen.value?.input === undefined
  if (isSilent && needsWords(chosen.value)) {
    return { reply: { skill: chosen.value?.skill, answer: askBack(snapshot) } }
  }
  const route: Route = chosen.value ?? (await routeText(asked.text, snapshot))
  const question: Question = {
    text: asked.text,
    input: chosen.value?.input ?? {},
    page: route.page,
    snapshot,
    limits: limitsInForce(snapshot.registry.limits, settings),
  }
  const answer = await SKILLS[route.skill?.operation ?? 'search'](question)
  if (!answer.ok) return { refusal: answer.error }
  return { reply: { skill: route.skill, answer: answer.value } }
}

const SKILLS: Readonly<
  Record<Operation, (question: Question) => SkillOutcome | Promise<SkillOutcome>>
> = {
  search,
  page: readPage,
  pages: listPages,
  capability: checkCapabilities,
  capabilities: checkCapabilities,
  status: describeStatus,
  changes: listChanges,
  operation: describeOperation,
  workflow: describeWorkflow,
  event: describeEvent,
}

/** Search and page lookup need words; the other skills do not. */
function needsWords(chosen: SkillChoice | undefined): boolean {
  const operation = chosen?.skill.operation ?? 'search'
  return operation === 'search' || operation === 'page'
}

/** Nothing was asked: the answer says what can be; it is not an error (A2A 1.0, section 3.1.1). */
function askBack({ registry }: Snapshot): SkillAnswer {
  const skillLines = registry.skills.map(({ id, description, examples }) => {
    return `${id}: ${endSentence(description)} For example: ${examples[0] ?? ''}`
  })
  const skills = registry.skills.map(({ id, name, examples }) => ({ id, name, examples }))
  return {
    text: joinLines('Ask a question about the documentation. Available skills:', ...skillLines),
    data: { outcome: 'nothing_asked', skills },
    citations: [],
  }
}
