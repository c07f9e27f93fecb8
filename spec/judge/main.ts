import { CORPUS } from '../support/repository.ts'
import { startRunning } from '../support/running.ts'
import { findMissing } from './_programs.ts'
import { formatVerdicts, type Judge, type Verdict } from './_verdicts.ts'
import { judgeByAfdocs } from './afdocs.ts'
import { judgeByKubernetes } from './kubernetes.ts'
import { judgeByLighthouse } from './lighthouse.ts'
import { judgeByMcpb } from './mcpb.ts'
import { judgeByNu } from './nu.ts'
import { judgeByWeight } from './weight.ts'

const JUDGES: Readonly<Record<string, Judge>> = {
  nu: judgeByNu,
  weight: judgeByWeight,
  kubernetes: judgeByKubernetes,
  afdocs: judgeByAfdocs,
  mcpb: judgeByMcpb,
  lighthouse: judgeByLighthouse,
}

/**
 * `bun run judge [name …]`: starts the service over our own documentation and lets programs of
 * others judge it. Exits with 1 when a figure falls short.
 */
async function main(names: readonly string[]): Promise<number> {
  const chosen = names.length === 0 ? Object.keys(JUDGES) : names
  const unknown = chosen.filter((name) => JUDGES[name] === undefined)
  if (unknown.length > 0) {
    console.error(`Cannot run "${unknown[0]}": choose from ${Object.keys(JUDGES).join(', ')}`)
    return 2
  }
  const missing = await findMissing()
  for (const line of missing) console.error(line)
  if (missing.length > 0) return 2
  const service = await startRunning({ corpus: CORPUS })
  const verdicts: Verdict[] = []
  try {
    for (const name of chosen) {
      console.error(`Asking ${name}`)
      verdicts.push(...((await JUDGES[name]?.(service.url)) ?? []))
    }
  } finally {
    await service.stop()
  }
  console.log(formatVerdicts(verdicts))
  const short = verdicts.filter(({ isKept }) => !isKept).length
  if (short > 0) console.log(`\n${short} of ${verdicts.length} figures fall short`)
  return short === 0 ? 0 : 1
}

process.exit(await main(process.argv.slice(2)))
