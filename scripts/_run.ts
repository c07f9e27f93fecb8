/** Runs this same Bun with some arguments and passes signals on; returns its exit code. */
export async function run(
  args: readonly string[],
  options: { readonly quiet?: boolean; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<number> {
  const child = Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, ...options.env },
    stdin: 'inherit',
    stdout: options.quiet === true ? 'ignore' : 'inherit',
    stderr: options.quiet === true ? 'pipe' : 'inherit',
  })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', forward)
  process.on('SIGINT', forward)
  const errors = options.quiet === true ? await new Response(child.stderr).text() : ''
  const code = await child.exited
  if (code !== 0 && errors !== '') console.error(errors.trimEnd())
  process.off('SIGTERM', forward)
  process.off('SIGINT', forward)
  return code
}
