import type { PublicDocs } from '../../app/docs/public_docs/mod.ts'
import type { Log } from '../../app/foundation/telemetry/log.ts'
import { createService } from '../../app/service/service.ts'

type Changes = Partial<Omit<Parameters<typeof createService>[0], 'docs' | 'log'>>

/** The service without a listener: no limits, no other origin, unless a test changes that. */
export function createInProcess(
  docs: PublicDocs,
  log: Log,
  changes: Changes = {},
): ReturnType<typeof createService> {
  return createService({
    docs,
    log,
    allowedOrigins: new Set(),
    limits: {},
    admitPublic: async () => 'admitted',
    admitMcp: async () => 'admitted',
    clock: Date.now,
    stopwatch: Date.now,
    ...changes,
  })
}
