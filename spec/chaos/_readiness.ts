import type { Service } from './_service.ts'

/** A paused process answers nothing. */
const ANSWER_MS_MAX = 1000

/** Lines of `/readyz` about parts that are away; a process that is gone says nothing. */
export async function listAway(service: Service): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  const url = `${service.process().adminUrl}/readyz`
  const answer = await fetch(url, { signal }).catch(() => undefined)
  if (answer === undefined) return []
  const lines = (await answer.text()).trimEnd().split('\n')
  if (answer.status !== 200) return [`/readyz answers ${answer.status}`]
  return lines.filter((line) => line !== 'ok' && !/: ok\b/.test(line))
}

/** Events of the log from a line on, with the part that each is about. */
export type LoggedEvent = {
  readonly level: string
  readonly event: string
  readonly part?: string
  readonly path?: string
  readonly reason?: string
}

export function readEvents(lines: readonly string[]): readonly LoggedEvent[] {
  return lines.flatMap((line) => {
    if (!line.startsWith('{')) return []
    try {
      return [JSON.parse(line) as LoggedEvent]
    } catch {
      return []
    }
  })
}
