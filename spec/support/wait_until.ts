const LOOK_EVERY_MS = 20

/** Waits until a condition holds; the runner ends a test that waits in vain. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(LOOK_EVERY_MS)
}
