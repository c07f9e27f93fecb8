import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Problem } from '../contract/problem.ts'

/** How bad a problem is, which SARIF calls its level. */
type Level = 'error' | 'warning'

type Finding = { readonly problem: Problem; readonly level: Level }

/** The root that paths below the working folder are relative to; a reader of the log knows it. */
const ROOT = '%SRCROOT%'

/** Problems as a log of SARIF 2.1.0, which code hosts show at the lines of a change. */
export function writeSarif(found: readonly Finding[], version: string): string {
  const rules = [
    { id: 'problem', shortDescription: { text: 'A build would refuse it.' } },
    { id: 'warning', shortDescription: { text: 'It is allowed, and probably a mistake.' } },
  ]
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'lectern', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: found.map(toResult),
      },
    ],
  }
  return JSON.stringify(log, undefined, 2)
}

function toResult({ problem, level }: Finding): object {
  const { file, line, column, what, fix } = problem
  return {
    ruleId: level === 'error' ? 'problem' : 'warning',
    ruleIndex: level === 'error' ? 0 : 1,
    level,
    message: { text: `${what}: ${fix}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: locate(file),
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  }
}

/** Problems name a file below the working folder by its path, and any other by the whole one. */
function locate(file: string): object {
  const root = pathToFileURL(`${process.cwd()}/`).href
  const { href } = pathToFileURL(resolve(file))
  return href.startsWith(root) ? { uri: href.slice(root.length), uriBaseId: ROOT } : { uri: href }
}
