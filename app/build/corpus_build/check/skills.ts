import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { Registry } from '../../../contract/registry.ts'
import type { Source } from '../../../docs/model/source.ts'
import { nameOwnSkill } from '../emit/agent_skills.ts'

/** Every problem of the skills of a corpus; none replaces the one that is generated. */
export function checkSkills(
  { skills, problems }: Source['skills'] & { readonly problems: readonly Problem[] },
  registry: Registry | undefined,
): readonly Problem[] {
  const taken = registry === undefined ? undefined : nameOwnSkill(registry.service.name)
  const twice = skills
    .filter(({ name }) => name === taken)
    .map(({ name, place }) => {
      const what = `the skill ${quote(name)} is generated from the registry`
      return problemAt(place, what, 'give this one another name')
    })
  return [...problems, ...twice]
}
