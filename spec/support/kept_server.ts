import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A server of a test, which ends with the test process, however that ends. */
export type KeptServer = {
  /** Stops it without a word to anybody: connections stay open and nothing is answered. */
  freeze(): void
  thaw(): void
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

/** Runs a server until its standard input ends, which it does however the test process ends. */
const KEEPER = `"$@" >>"$0" 2>&1 &
echo $!
cat >/dev/null
kill -KILL $!`

/** The test runner kills the shell of a test that hangs: the server then goes with it. */
const WITH_PARENT = Bun.which('setpriv') === null ? [] : ['setpriv', '--pdeathsig', 'KILL']

/** Starts a server whose output goes to a file. */
export async function keepServer(
  words: readonly string[],
  log: string,
  env: Readonly<Record<string, string>> = {},
): Promise<KeptServer> {
  const child = Bun.spawn(['sh', '-c', KEEPER, log, ...WITH_PARENT, ...words], {
    env: { ...process.env, ...env },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  child.unref()
  const { value } = await child.stdout.getReader().read()
  const pid = Number(new TextDecoder().decode(value))
  return {
    freeze: () => {
      process.kill(pid, 'SIGSTOP')
      while (runs(pid)) Bun.sleepSync(1)
    },
    thaw: () => void process.kill(pid, 'SIGCONT'),
    kill: async () => {
      await child.stdin.end()
      await child.exited
    },
  }
}

/** A signal is taken a moment later: until every thread of the process stands still, it answers. */
function runs(pid: number): boolean {
  const tasks = `/proc/${pid}/task`
  // Other systems do not show it.
  return existsSync(tasks) && readdirSync(tasks).some((task) => isRunning(`${tasks}/${task}/stat`))
}

function isRunning(stat: string): boolean {
  try {
    return /\) [RSD] /.test(readFileSync(stat, 'utf8'))
  } catch {
    // The thread has ended.
    return false
  }
}
