/**
 * Whether a call may go on: counts it against the limit of its client address. `peer` is the
 * address of the socket, absent when the runtime does not know it.
 */
export type Admit = (request: Request, peer: string | undefined) => boolean
