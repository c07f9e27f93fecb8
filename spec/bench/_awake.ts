/**
 * Keeps a load client from sleeping while it runs. Waking a sleeping client costs the server time,
 * and that would measure the client.
 */
export function stayAwake(lane: { readonly running: boolean }): void {
  if (lane.running) setImmediate(() => stayAwake(lane))
}
