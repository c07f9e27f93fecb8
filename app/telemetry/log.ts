export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** One JSON line per event. The client learns the code, the log learns the reason. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>

/** A log that hands each finished line to `write`; lines below `least` are dropped. */
export function createLog(
  least: LogLevel,
  write: (line: string) => void,
  clock: () => number,
): Log {
  const from = LOG_LEVELS.indexOf(least)
  const logger =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(level) < from) return
      write(JSON.stringify({ time: new Date(clock()).toISOString(), level, event, ...fields }))
    }
  return {
    debug: logger('debug'),
    info: logger('info'),
    warn: logger('warn'),
    error: logger('error'),
  }
}
