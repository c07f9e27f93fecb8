const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org']

/** Runs Git in a folder, with commits at `at` if given, over `input`; returns what it prints. */
export async function runGit(
  folder: string,
  words: readonly string[],
  at?: string,
  input = '',
): Promise<string> {
  const dates = at === undefined ? {} : { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at }
  const child = Bun.spawn(['git', '-C', folder, ...IDENTITY, ...words], {
    env: { ...process.env, ...dates },
    stdin: new TextEncoder().encode(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(`Cannot run "git ${words.join(' ')}": ${errors}`)
  return output
}
