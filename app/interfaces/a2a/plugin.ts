import { Elysia } from 'elysia'
import { A2A_PATH } from '../../contract/a2a.ts'
import type { PeerOf } from '../../foundation/limits/client_address.ts'
import { type A2aContext, handle } from './endpoint.ts'

/**
 * The A2A interface: every method on one path, with and without a trailing slash, because some
 * clients add one and few follow a redirect of a POST. The framework reads no body, because the
 * handler names none.
 */
export function a2aPlugin(ports: A2aContext & { readonly peerOf: PeerOf }) {
  const answer = ({ request }: { readonly request: Request }) =>
    handle(request, ports.peerOf(request), ports)
  return new Elysia({ name: 'a2a' }).all(A2A_PATH, answer).all(`${A2A_PATH}/`, answer)
}
