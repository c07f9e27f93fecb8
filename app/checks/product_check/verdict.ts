/** What one check of a product sent, what it expected, and what came of it. */
export type Verdict = {
  readonly name: string
  readonly sent: string
  readonly expected: string
} & (
  | { readonly state: 'passed' }
  | { readonly state: 'failed'; readonly found: string; readonly fix: string }
  | { readonly state: 'not_made'; readonly needs: string }
)

/**
 * One line for each check that passed; all that is known of one that failed. Without a target file
 * the checks that were not made are counted alone.
 */
export function formatVerdicts(verdicts: readonly Verdict[], hasTarget: boolean): string {
  const width = Math.max(...verdicts.map(({ name }) => name.length))
  const listed = verdicts.filter(({ state }) => hasTarget || state !== 'not_made')
  const lines = listed.flatMap((verdict) => formatVerdict(verdict, width))
  const fix =
    ': name people, places and calls of a test system in a file, and pass it with --target'
  return [...lines, '', `${summarize(verdicts)}${hasTarget ? '' : fix}`].join('\n')
}

const INDENT = '          '

function formatVerdict(verdict: Verdict, width: number): readonly string[] {
  const { name, sent, expected } = verdict
  const what = `${name.padEnd(width)}  ${sent}`
  switch (verdict.state) {
    case 'passed':
      return [`passed    ${what}: ${expected}`]
    case 'not_made':
      return [`not made  ${what}: add ${verdict.needs} to the target file`]
    case 'failed':
      return [
        `failed    ${what}`,
        `${INDENT}expected  ${expected}`,
        `${INDENT}found     ${verdict.found}`,
        `${INDENT}fix       ${verdict.fix}`,
      ]
  }
}

function summarize(verdicts: readonly Verdict[]): string {
  const count = (state: Verdict['state']) => verdicts.filter((each) => each.state === state).length
  return `${count('passed')} passed, ${count('failed')} failed, ${count('not_made')} not made`
}
