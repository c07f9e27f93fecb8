import { type LimitSettings, limitsInForce } from '../contract/limits.ts'
import type { Operation } from '../contract/operations.ts'
import type { SkillEntry } from '../contract/registry.ts'
import type { Snapshot } from '../public_docs/mod.ts'
import { checkCapabilities } from './_capability_skills.ts'
import { type Chosen, chosenSkill } from './_choice.ts'
import { tellChanges, tellStatus } from './_corpus_skills.ts'
import type { Asked } from './_message.ts'
import { listPages, readPage, search } from './_page_skills.ts'
import { tellEvent, tellOperation, tellWorkflow } from './_registry_skills.ts'
import { type Route, routeText } from './_router.ts'
import type { Question, SkillAnswer, SkillOutcome } from './_skill.ts'
import { ended, lines } from './_wording.ts'

/** An answer and the skill that gave it; none gave it when nothing was asked. */
export type Told = { readonly skill: SkillEntry | undefined; readonly answer: SkillAnswer }

type Outcome = { readonly told: Told } | { readonly refusal: Refusal }
type Refusal = Extract<SkillOutcome, { ok: false }>['error']

/** Answers a message from one snapshot: the skill that it names, else the one that fits. */
export async function answerMessage(
  asked: Asked,
  snapshot: Snapshot,
  settings: LimitSettings,
): Promise<Outcome> {
  const chosen = chosenSkill(asked, snapshot)
  if (!chosen.ok) return { refusal: chosen.error }
  const isSilent = asked.text.trim() === '' && chosen.value?.input === undefined
  if (isSilent && needsWords(chosen.value)) {
    return { told: { skill: chosen.value?.skill, answer: askBack(snapshot) } }
  }
  const route: Route = chosen.value ?? (await routeText(asked.text, snapshot))
  const question: Question = {
    text: asked.text,
    input: chosen.value?.input ?? {},
    page: route.page,
    snapshot,
    limits: limitsInForce(snapshot.registry.limits, settings),
  }
  const answer = await runSkill(route.skill?.operation ?? 'search', question)
  if (!answer.ok) return { refusal: answer.error }
  return { told: { skill: route.skill, answer: answer.value } }
}

async function runSkill(operation: Operation, question: Question): Promise<SkillOutcome> {
  switch (operation) {
    case 'search':
      return search(question)
    case 'page':
      return await readPage(question)
    case 'pages':
      return listPages(question)
    case 'capability':
    case 'capabilities':
      return checkCapabilities(question)
    case 'status':
      return tellStatus(question)
    case 'changes':
      return tellChanges(question)
    case 'operation':
      return tellOperation(question)
    case 'workflow':
      return tellWorkflow(question)
    case 'event':
      return tellEvent(question)
  }
}

/** What looks for something needs words to look for; what tells facts needs none. */
function needsWords(chosen: Chosen | undefined): boolean {
  const operation = chosen?.skill.operation ?? 'search'
  return operation === 'search' || operation === 'page'
}

/** Nothing was asked: the answer says what can be, and is no error (A2A 1.0, section 3.1.1). */
function askBack({ registry }: Snapshot): SkillAnswer {
  const offered = registry.skills.map(({ id, description, examples }) => {
    return `${id}: ${ended(description)} For example: ${examples[0] ?? ''}`
  })
  const skills = registry.skills.map(({ id, name, examples }) => ({ id, name, examples }))
  return {
    text: lines('Ask a question about the documentation. These skills answer:', ...offered),
    data: { outcome: 'nothing_asked', skills },
    citations: [],
  }
}
