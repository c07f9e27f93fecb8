import { A2A_WIRE_VERSION } from '../../contract/a2a.ts'
import { requestTarget } from '../../contract/request_target.ts'
import type { A2aRefusal } from './_refusal.ts'

const HEADER = 'a2a-version'

/**
 * Checks the version that a call names in its header, else in its query (A2A 1.0, section 3.6.1).
 * A call that names none means 0.3 and is refused (section 3.6.2). Nothing is negotiated: only MCP
 * does that (contract 9, rule 2).
 */
export function checkVersion(request: Request): A2aRefusal | undefined {
  const requested = (request.headers.get(HEADER) ?? readQuery(request.url) ?? '').trim()
  if (requested === '') return { reason: 'version_absent' }
  return isSupported(requested) ? undefined : { reason: 'version_unknown', requested }
}

/** Major and minor decide; a patch number must not matter (section 3.6). */
function isSupported(version: string): boolean {
  return version.replace(/\.[0-9]{1,9}$/, '') === A2A_WIRE_VERSION || version === A2A_WIRE_VERSION
}

function readQuery(url: string): string | undefined {
  const parameters = new URLSearchParams(requestTarget(url).query)
  for (const [name, value] of parameters) if (name.toLowerCase() === HEADER) return value
  return undefined
}
