import type { Registry } from '../../contract/registry.ts'
import { readQuestionWords } from '../search/mod.ts'

type Skill = Registry['skills'][number]

/** Whether search answers what this skill is asked; the other skills look up single facts. */
export function isSearchSkill({ operation }: Skill): boolean {
  return operation === 'search' || operation === 'page'
}

/**
 * The pages that an example of a skill asks for: those whose titles share most words with it.
 * Words that frame a question do not count, and words of the skill's tags only choose the skill.
 */
export function findExamplePages(
  example: string,
  { tags }: Skill,
  titles: readonly string[],
): readonly number[] {
  const routing = new Set(tags.flatMap(stemsOf))
  const wanted = new Set(stemsOf(example).filter((stem) => !routing.has(stem)))
  const counts = titles.map((title) => wanted.intersection(new Set(stemsOf(title))).size)
  const most = counts.reduce((one, other) => Math.max(one, other), 0)
  return most === 0 ? [] : counts.flatMap((count, at) => (count === most ? [at] : []))
}

function stemsOf(text: string): readonly string[] {
  return readQuestionWords(text)
    .filter(({ isFunction }) => !isFunction)
    .map(({ stem }) => stem)
}
