import { formatProblem, type Problem } from '../contract/problem.ts'

export { formatProblem } from '../contract/problem.ts'
export { progressBar } from './_progress.ts'

/** Tells problems the way editors and people read them: one line each, all of them. */
export function tellProblems(problems: readonly Problem[], prefix = ''): void {
  for (const problem of problems) console.error(`${prefix}${formatProblem(problem)}`)
}
