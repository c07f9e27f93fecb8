/** Where progress is printed; `process.stderr` fits. */
type ProgressOutput = {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** A log of a quick run needs no progress lines. */
const QUIET_MS = 2000

/** Share of the work between two lines of a log, in percent. */
const STEP_PERCENT = 10

/**
 * Shows the progress of a run: on a terminal one line that rewrites itself, in a log a line for
 * every tenth, and nothing for a quick run.
 */
export function progressBar(
  verb: string,
  output: ProgressOutput = process.stderr,
  now: () => number = () => performance.now(),
): (done: number, total: number) => void {
  const startedMs = now()
  let shown = -1
  return (done, total) => {
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
    const step = output.isTTY === true ? 1 : STEP_PERCENT
    const reached = Math.floor(percent / step) * step
    if (reached === shown) return
    if (output.isTTY !== true && now() - startedMs < QUIET_MS) return
    shown = reached
    const line = `${verb} ${String(reached).padStart(3)} % (${done} of ${total} pages)`
    if (output.isTTY !== true) output.write(`${line}\n`)
    else output.write(`\r\u001b[2K${line}${done === total ? '\n' : ''}`)
  }
}
