/**
 * Keeps a load client from sleeping while it runs. A server pays for waking a client that sleeps,
 * and a fast server finds its client awake: that would measure the client.
 */
export function stayAwake(lane: { readonly running: boolean }): void {
  if (lane.running) setImmediate(() => stayAwake(lane))
}
