import type { PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { handle } from '../../../app/interfaces/mcp/endpoint.ts'
import { loadDiagnostics } from '../../../app/interfaces/mcp/plugin.ts'

export type Handler = (request: Request) => Promise<Response>

/** The endpoint itself, without plugin and port, as in production or with the fixtures. */
export async function createHandler(
  docs: PublicDocs,
  mode: 'production' | 'diagnostics',
): Promise<Handler> {
  const context = {
    docs,
    limits: {},
    allowedOrigins: new Set<string>(),
    admit: async () => 'admitted' as const,
    log: createLog('error', (line) => console.error(line), Date.now),
  }
  if (mode === 'production') return (request) => handle(request, undefined, context)
  const diagnostics = await loadDiagnostics()
  return (request) => handle(request, undefined, { ...context, diagnostics })
}
