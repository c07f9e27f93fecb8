import { type LimitSettings, limitsInForce } from '../../contract/limits.ts'
import type { SkillEntry } from '../../contract/registry.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import {
  endSentence,
  joinLines,
  MODULES,
  type Question,
  type SkillAnswer,
} from '../../docs/public_docs/operations/mod.ts'
import { chooseSkill, type SkillChoice } from './_choice.ts'
import type { Inquiry } from './_message.ts'
import type { A2aRefusal } from './_refusal.ts'
import { type Route, routeText } from './_router.ts'
import { createUnderstanding } from './_understanding.ts'

/** An answer and the skill that gave it; no skill did if nothing was asked. */
export type SkillReply = { readonly skill: SkillEntry | undefined; readonly answer: SkillAnswer }

type Outcome = { readonly reply: SkillReply } | { readonly refusal: A2aRefusal }

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
    snapshot,
    limits: limitsInForce(snapshot.registry.limits, settings),
    understanding: createUnderstanding(route.page, snapshot),
  }
  const answer = await MODULES[route.skill?.operation ?? 'search'].answer(question)
  if (!answer.ok) return { refusal: answer.error }
  return { reply: { skill: route.skill, answer: answer.value } }
}

/** Search and page lookup need words; the other skills do not. */
function needsWords(chosen: SkillChoice | undefined): boolean {
  const { subject } = MODULES[chosen?.skill.operation ?? 'search']
  return subject === 'anything' || subject === 'page'
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
