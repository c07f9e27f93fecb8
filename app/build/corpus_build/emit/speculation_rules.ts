import { SPECULATION_RULES_FILE } from '../../../contract/mcp_discovery.ts'
import { RESERVED_TREES } from '../../../contract/reserved_names.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeUtf8 } from '../../../text/source_text/escape.ts'

/** What is no page, or counts calls: it is loaded when somebody asks for it. */
const EXCLUDED = [...RESERVED_TREES, 'search', 'api/public']

/**
 * A page of ours is loaded when the pointer rests on its link (HTML, speculation rules): most of
 * the wait is over before the click. Pages are files without limits, so nothing counts it.
 */
export function emitSpeculationRules(prefix: string): EmittedFile {
  const excluded = EXCLUDED.map((name) => `${prefix}/${name}{/*}?`)
  const where = {
    and: [
      { href_matches: `${prefix}/*/` },
      { not: { href_matches: [...excluded, '/*\\?(.+)'] } },
      { not: { selector_matches: '[rel~=external]' } },
    ],
  }
  const rules = { prefetch: [{ source: 'document', where, eagerness: 'moderate' }] }
  return { path: SPECULATION_RULES_FILE, bytes: encodeUtf8(`${JSON.stringify(rules)}\n`) }
}
