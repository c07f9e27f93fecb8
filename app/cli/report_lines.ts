import { escapeHidden } from '../contract/hidden_characters.ts'
import { countOf, formatAnnotation, formatProblem, type Problem } from '../contract/problem.ts'
import { EXIT } from './command.ts'

let marksProblems = false

/** Prints problems the way editors and people read them: one line each, all of them. */
export function printProblems(problems: readonly Problem[], prefix = ''): void {
  for (const problem of problems) console.error(`${prefix}${formatProblem(problem)}`)
}

export function printWarnings(warnings: readonly Problem[]): void {
  printProblems(warnings, 'warning: ')
  annotate(warnings, 'warning')
}

/** Prints problems and their count; the exit code says that there are some. */
export function reportProblems(problems: readonly Problem[]): number {
  printProblems(problems)
  annotate(problems, 'error')
  console.error(countOf(problems.length, 'problem'))
  return EXIT.problems
}

/** Prints one line, whatever the names in it hold. */
export function printLine(line: string): void {
  console.log(escapeHidden(line))
}

/** Prints why the words of a command cannot be used. */
export function reportWrongUse(message: string): number {
  console.error(message)
  return EXIT.wrongUse
}

/** Marks problems in the change from now on: GitHub Actions runs the program. */
export function markProblemsInChange(): void {
  marksProblems = true
}

function annotate(problems: readonly Problem[], level: 'error' | 'warning'): void {
  if (!marksProblems) return
  for (const problem of problems) console.log(formatAnnotation(problem, level))
}
