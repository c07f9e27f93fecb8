import { createAudit } from '../../app/foundation/store/audit.ts'
import { examine } from '../kills/examine.ts'
import type { RunRecord } from '../kills/run_record.ts'
import type { Workspace } from '../product/workspace.ts'
import type { Deployment } from './_deployments.ts'

const BAKERY = { workspace_id: 'ws_quillfeather', business_id: 'biz_bakery' }

/** What was acknowledged and is not there exactly once. */
export async function findLost({
  openOutside,
  users,
  backends,
}: Deployment): Promise<readonly string[]> {
  const store = await openOutside()
  try {
    if (backends.workspace === undefined) return await examine(store, users.record)
    const brokenAt = await createAudit(store, { clock: Date.now }).findBreak()
    const audit = brokenAt === undefined ? [] : [`the audit is broken at line ${brokenAt}`]
    return [...audit, ...findLostNotes(backends.workspace, users.record)]
  } finally {
    await store.close()
  }
}

/** The notes that a product over HTTP has. */
function findLostNotes(workspace: Workspace, { notes }: RunRecord): readonly string[] {
  const texts = workspace.list(BAKERY, 'memory_note').map(({ fields }) => String(fields.text))
  return [...notes.keys()].flatMap((text) => {
    const count = texts.filter((each) => each === text).length
    return count === 1 ? [] : [`acknowledged and there ${count} times: ${text}`]
  })
}
