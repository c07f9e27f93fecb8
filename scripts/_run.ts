/** Runs this very Bun with some words; its exit code. Signals reach the child as they come. */
export async function run(
  words: readonly string[],
  options: { readonly quiet?: boolean } = {},
): Promise<number> {
  const child = Bun.spawn([process.execPath, ...words], {
    stdin: 'inherit',
    stdout: options.quiet === true ? 'ignore' : 'inherit',
    stderr: options.quiet === true ? 'pipe' : 'inherit',
  })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', forward)
  process.on('SIGINT', forward)
  const complaint = options.quiet === true ? await new Response(child.stderr).text() : ''
  const code = await child.exited
  if (code !== 0 && complaint !== '') console.error(complaint.trimEnd())
  process.off('SIGTERM', forward)
  process.off('SIGINT', forward)
  return code
}
