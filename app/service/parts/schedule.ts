/** Runs something later, unless the function that comes back is called first. */
export type Schedule = (run: () => void, ms: number) => () => void

/** No process stays alive for it. */
export const scheduleLoosely: Schedule = (run, ms) => {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
