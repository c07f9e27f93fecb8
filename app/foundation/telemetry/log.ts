export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** How lines are written: for programs, or for a person at a terminal. */
export const LOG_FORMATS = ['json', 'pretty'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** Names come from the code, never from a caller. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** One JSON line per event. The client learns the code, the log learns the reason. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>

/** Formats instants; under load many lines share one, which is then formatted once. */
function createInstantWriter(): (instantMs: number) => string {
  let [lastMs, last] = [Number.NaN, '']
  return (instantMs) => {
    const wholeMs = Math.floor(instantMs)
    if (wholeMs !== lastMs) [lastMs, last] = [wholeMs, new Date(wholeMs).toISOString()]
    return last
  }
}

/** A log that passes each line to `write`; lines below the level `least` are dropped. */
export function createLog(
  least: LogLevel,
  write: (line: string) => void,
  clock: () => number,
): Log {
  const from = LOG_LEVELS.indexOf(least)
  const instant = createInstantWriter()
  const logger = (level: LogLevel) => {
    if (LOG_LEVELS.indexOf(level) < from) return () => {}
    return (event: string, fields: LogFields = {}) => {
      let line = `{"time":"${instant(clock())}","level":"${level}","event":${JSON.stringify(event)}`
      for (const name in fields) {
        const value = fields[name]
        if (value !== undefined) line += `,"${name}":${JSON.stringify(value)}`
      }
      write(`${line}}`)
    }
  }
  return {
    debug: logger('debug'),
    info: logger('info'),
    warn: logger('warn'),
    error: logger('error'),
  }
}

/** The same log; `count` hears of each event but those of requests, which are counted as such. */
export function countEvents(log: Log, count: (level: LogLevel, event: string) => void): Log {
  const counted =
    (level: LogLevel): Log[LogLevel] =>
    (event, fields) => {
      log[level](event, fields)
      if (event !== 'request') count(level, event)
    }
  return {
    debug: log.debug,
    info: counted('info'),
    warn: counted('warn'),
    error: counted('error'),
  }
}
