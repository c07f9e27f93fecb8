import { bareMediaType, isEncodedBody } from '../../contract/http_headers.ts'
import type { Admit } from './admit.ts'

/** Why a JSON-RPC call is refused before its body is read. */
type HeadRefusal =
  | { readonly reason: 'method_not_post'; readonly method: string }
  | { readonly reason: 'rate_exceeded' | 'body_encoded' | 'media_type_wrong' }

/** Checks the head of a JSON-RPC call, in order: the first refusal answers. */
export async function checkCallHead(
  request: Request,
  peer: string | undefined,
  admit: Admit,
): Promise<HeadRefusal | undefined> {
  const { method, headers } = request
  if (method !== 'POST') return { reason: 'method_not_post', method }
  if ((await admit(request, peer)) !== 'admitted') return { reason: 'rate_exceeded' }
  if (isEncodedBody(headers)) return { reason: 'body_encoded' }
  const mediaType = bareMediaType(headers.get('content-type') ?? '')
  return mediaType === 'application/json' ? undefined : { reason: 'media_type_wrong' }
}
