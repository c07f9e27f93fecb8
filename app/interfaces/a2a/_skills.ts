import { type LimitSettings, limitsInForce } from '../../contract/limits.ts'
import { normalizeQuery } from '../../contract/query.ts'
import type { SkillEntry } from '../../contract/registry.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import { readQuestionWords } from '../../docs/public_docs/mod.ts'
import {
  endSentence,
  joinLines,
  MODULES,
  type Question,
  type SkillAnswer,
  type Understanding,
} from '../../docs/public_docs/operations/mod.ts'
import { chooseSkill, type SkillChoice } from './_choice.ts'
import { findCapabilities, findNamedPage, type NamedPage } from './_mentions.ts'
import type { Inquiry } from './_message.ts'
import type { A2aRefusal } from './_refusal.ts'
import { readRequest, topicOf } from './_request.ts'
import { type Route, routeText } from './_router.ts'

/** Half of a title names a capability, unless another one matches better. */
const TITLE_SHARE_MIN = 0.5
const MATCHES_MAX = 5

/** `page` is what the text of the message names by id or address, if that is known. */
function createUnderstanding(page: NamedPage | undefined, snapshot: Snapshot): Understanding {
  return {
    findPage: async (text) => {
      const named = page ?? (await findNamedPage(text, snapshot))
      const request = readRequest(text, named, snapshot)
      if (request.page !== undefined) {
        return request.page.kind === 'record' ? request.page.record : undefined
      }
      const asked = readQuestionWords(text)
      const topic = topicOf(asked, snapshot)
      // If every word asks for something, these words are all that can name the page.
      const about = topic.length > 0 ? topic : asked.filter((word) => !word.isFunction)
      return snapshot.search(normalizeQuery(about.map((word) => word.text).join(' ')), 1).records[0]
    },
    findCapabilities: (text) => {
      const asked = readQuestionWords(text)
      return findCapabilities(asked, snapshot.capabilities(), TITLE_SHARE_MIN).slice(0, MATCHES_MAX)
    },
    hasTopic: (text) => topicOf(readQuestionWords(text), snapshot).length > 0,
  }
}

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
