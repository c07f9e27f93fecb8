const keepers: Bun.Subprocess[] = []

/** Removes a folder when this process ends, even by a kill: the shell's input ends with it. */
export function removeAtExit(folder: string): void {
  const keeper = Bun.spawn(['sh', '-c', 'cat >/dev/null; rm -rf "$0"', folder], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    // In a group of its own, so that an interrupt at the terminal does not end it first.
    detached: true,
  })
  keeper.unref()
  // Collected as garbage it would lose its input, and the folder with it.
  keepers.push(keeper)
}
