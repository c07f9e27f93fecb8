import type { Row } from '../bench/_rows.ts'
import { printRows } from '../bench/_table.ts'
import { soakDeploys } from './_builds.ts'
import { soakMixed } from './mixed.ts'
import { soakSockets } from './sockets.ts'

/** Ctrl-C ends the part that runs; the table shows what was measured by then. */
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())

type Sizes = { readonly minutes: number; readonly deploys: number }

const PARTS: Readonly<Record<string, (sizes: Sizes) => Promise<readonly Row[]>>> = {
  deploys: ({ deploys }) => soakDeploys(deploys, interrupted.signal),
  mixed: ({ minutes }) => soakMixed(minutes, interrupted.signal),
  sockets: () => soakSockets(),
}

const USAGE = 'bun run soak [--minutes N] [--deploys N] [deploys] [mixed] [sockets]'

/**
 * Loads a service for a long time, and shows in a table whether it answers as promised to the end
 * and holds no more than at the beginning. Absolute figures depend on the machine.
 */
async function main(words: readonly string[]): Promise<number> {
  const asked = readWords(words)
  if (asked === undefined) {
    console.error(`Cannot run "${words.join(' ')}": it has to be ${USAGE}`)
    return 2
  }
  const rows: Row[] = []
  for (const name of asked.parts) {
    console.error(`Running ${name}`)
    rows.push(...((await PARTS[name]?.(asked)) ?? []))
  }
  return printRows(rows)
}

type Choice = Sizes & { readonly parts: readonly string[] }

function readWords(words: readonly string[]): Choice | undefined {
  let sizes: Sizes = { minutes: 30, deploys: 1000 }
  const parts: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const name = word.replace(/^--/, '')
    if (name !== word && name in sizes) {
      at += 1
      const size = Number(words[at])
      if (!(size > 0)) return undefined
      sizes = { ...sizes, [name]: size }
    } else if (word in PARTS) parts.push(word)
    else return undefined
  }
  return { ...sizes, parts: parts.length === 0 ? Object.keys(PARTS) : parts }
}

process.exit(await main(process.argv.slice(2)))
