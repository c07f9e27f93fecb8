import { DOMAIN_HEADERS } from '../../contract/domain_wire.ts'
import type { SignedRequest } from './_client.ts'

/** Changes of a signed request that a product must notice, in questions and in calls of its API. */
export const ALTERATIONS = {
  removeSignature: ({ headers }: SignedRequest) => {
    delete headers[DOMAIN_HEADERS.signature]
  },
  writeZeros: ({ headers }: SignedRequest) => {
    headers[DOMAIN_HEADERS.signature] = `v1=${'0'.repeat(64)}`
  },
  // The clock may have moved on since, and would then give what was signed.
  changeTimestamp: ({ headers }: SignedRequest) => {
    headers[DOMAIN_HEADERS.timestamp] = String(Number(headers[DOMAIN_HEADERS.timestamp]) - 1)
  },
  changeRequestId: ({ headers }: SignedRequest) => {
    headers[DOMAIN_HEADERS.requestId] = crypto.randomUUID()
  },
} as const
