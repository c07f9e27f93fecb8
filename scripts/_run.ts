type RunOptions = {
  readonly quiet?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Sees each line of both outputs, which are still printed. */
  readonly onLine?: (line: string) => void
}

/** Runs this same Bun with some arguments and passes signals on; returns its exit code. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<number> {
  const { quiet = false, env, onLine } = options
  const piped = quiet || onLine !== undefined
  const child = Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdin: 'inherit',
    stdout: quiet ? 'ignore' : piped ? 'pipe' : 'inherit',
    stderr: piped ? 'pipe' : 'inherit',
  })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', forward)
  process.on('SIGINT', forward)
  const errors = quiet ? await new Response(child.stderr).text() : ''
  if (onLine !== undefined) {
    await Promise.all([
      printLines(child.stdout, process.stdout, onLine),
      printLines(child.stderr, process.stderr, onLine),
    ])
  }
  const code = await child.exited
  if (code !== 0 && errors !== '') console.error(errors.trimEnd())
  process.off('SIGTERM', forward)
  process.off('SIGINT', forward)
  return code
}

async function printLines(
  from: ReadableStream<Uint8Array> | undefined,
  to: NodeJS.WriteStream,
  onLine: (line: string) => void,
): Promise<void> {
  if (from === undefined) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of from) {
    to.write(chunk)
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
  if (rest !== '') onLine(rest)
}

/** Bundles, and throws an error that says every reason of the bundler, each with its place. */
export async function bundle(config: Bun.BuildConfig): Promise<Bun.BuildOutput> {
  const built = await Bun.build({ ...config, throw: false })
  if (built.success) return built
  const reasons = built.logs.map(({ message, position }) => {
    const { file = '', line = 0, column = 0 } = position ?? {}
    return position === null ? message : `${file}:${line}:${column}: ${message}`
  })
  throw new Error(`Cannot bundle "${config.entrypoints.join('", "')}":\n${reasons.join('\n')}`)
}
