import type { Registry } from '../../contract/registry.ts'
import { findExamplePages, isSearchSkill } from '../../docs/model/skill_examples.ts'
import type { Document } from './documents.ts'
import type { Question } from './measure.ts'
import { wordsOf } from './words.ts'

/**
 * The examples on the agent card that search answers. The right pages are those of the judged
 * queries that ask the same, else those whose titles share most words with the example.
 */
export function makeExampleQuestions(
  { skills }: Registry,
  documents: readonly Document[],
  judged: readonly Question[],
): readonly Question[] {
  const titles = documents.map(({ title }) => title)
  const judgments = new Map(judged.map((question) => [keyOf(question.query), question.wanted]))
  return skills.filter(isSearchSkill).flatMap((skill) =>
    skill.examples.flatMap((query) => {
      const wanted =
        judgments.get(keyOf(query)) ??
        findExamplePages(query, skill, titles).map((page) => ({ page, grade: 3 }))
      return wanted.length === 0 ? [] : [{ query, wanted }]
    }),
  )
}

function keyOf(query: string): string {
  return wordsOf(query).join(' ')
}
