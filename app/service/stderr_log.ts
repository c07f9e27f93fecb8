import { createLog, type Log } from '../foundation/telemetry/log.ts'
import { formatPrettyLine } from '../foundation/telemetry/pretty_log.ts'
import type { Config } from './settings/config.ts'

/** Log lines are collected for this long: a write for each line would cost more than an answer. */
const FLUSH_MS = 50

/** The log on standard error: JSON for programs, lines for a person at a terminal. */
export function createStderrLog({ logLevel, logFormat }: Config): { log: Log; flush: () => void } {
  const { stderr } = process
  const isPretty = (logFormat ?? (stderr.isTTY ? 'pretty' : 'json')) === 'pretty'
  const hasColours = stderr.isTTY && stderr.hasColors()
  let waiting = ''
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text !== '') stderr.write(text)
  }
  const write = (line: string) => {
    if (waiting === '') setTimeout(flush, FLUSH_MS)
    waiting += `${isPretty ? formatPrettyLine(line, hasColours) : line}\n`
  }
  process.on('exit', flush)
  return { log: createLog(logLevel, write, Date.now), flush }
}
