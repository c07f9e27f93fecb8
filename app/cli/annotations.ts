import { formatAnnotation, type Problem } from '../contract/problem.ts'

let isOn = false

/** Marks problems in the change from now on: GitHub Actions runs the program. */
export function markProblemsInChange(): void {
  isOn = true
}

export function annotate(problems: readonly Problem[], level: 'error' | 'warning'): void {
  if (!isOn) return
  for (const problem of problems) console.log(formatAnnotation(problem, level))
}
