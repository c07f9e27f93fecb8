import { countOf } from '../../contract/problem.ts'

/** What one examination found. Warnings and faults say how to fix them. */
export type Finding =
  | { readonly name: string; readonly state: 'fine'; readonly what: string }
  | {
      readonly name: string
      readonly state: 'warning' | 'fault'
      readonly what: string
      readonly fix: string
    }

export function fine(name: string, what: string): Finding {
  return { name, state: 'fine', what }
}

export function warning(name: string, what: string, fix: string): Finding {
  return { name, state: 'warning', what, fix }
}

export function fault(name: string, what: string, fix: string): Finding {
  return { name, state: 'fault', what, fix }
}

/** One line for each finding, those that need work with the way to fix them below. */
export function formatFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.flatMap((finding) => {
    const { name, state, what } = finding
    const line = `${state.padEnd('warning'.length)}  ${name.padEnd(width)}  ${what}`
    return finding.state === 'fine' ? [line] : [line, `${' '.repeat(width + 11)}${finding.fix}`]
  })
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length
  const sum = [
    `${count('fine')} fine`,
    countOf(count('warning'), 'warning'),
    countOf(count('fault'), 'fault'),
  ]
  return [...lines, '', sum.join(', ')].join('\n')
}
