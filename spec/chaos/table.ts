import { type FaultPromise, PROMISES } from './promises.ts'

const HEAD = ['Fault', 'Documentation', 'Private tools', '`/readyz`', 'Back in seconds', 'Test']

/** The table of `corpus/pages/run/faults.md`. */
export function formatTable(): string {
  const rows = Object.values<FaultPromise>(PROMISES).map(
    ({ fault, docs, tools, part, backSeconds, test }) => {
      const named = part === undefined ? '' : `\`${part}\``
      return [fault, docs, tools, named, String(backSeconds), `\`${test}\``]
    },
  )
  const lines = [HEAD, HEAD.map(() => '---'), ...rows]
  return lines.map((cells) => `|${cells.join('|')}|`.replaceAll('|', ' | ').trim()).join('\n')
}
