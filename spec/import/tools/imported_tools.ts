import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BusinessRegistry } from '../../../app/contract/business.ts'
import type { Problem } from '../../../app/contract/problem.ts'
import type { Result } from '../../../app/contract/result.ts'
import { type Choices, importTools, type ToolImport } from '../../../app/import/tools/mod.ts'

const DOCUMENTS = join(import.meta.dir, 'documents')

/** Public documents, and what an operator says about the operations that they choose. */
export const PUBLIC_DOCUMENTS: readonly {
  readonly file: string
  readonly operations: readonly string[]
  readonly choices: Choices
}[] = [
  {
    file: 'figma.yaml',
    operations: ['getTeamProjects', 'getComments', 'postComment', 'deleteComment'],
    choices: {
      reach: 'answer',
      from_grant: { team_id: 'business' },
      // One of its kinds is called Region.
      not_tenant: { client_meta: 'a place in a drawing' },
    },
  },
  {
    file: 'github.json',
    operations: ['issues/list-for-repo', 'issues/get', 'issues/create', 'issues/update'],
    choices: { reach: 'answer', from_grant: { owner: 'business' } },
  },
  {
    file: 'readme.json',
    operations: ['getChangelogs', 'getChangelog', 'createChangelog', 'deleteChangelog'],
    choices: { reach: 'answer', leave_out: ['uri', 'url'] },
  },
]

/** Imports into a new folder that is removed again; a text stands there before. */
export async function importInto(
  document: { readonly path: string } | { readonly text: string },
  operations: readonly string[],
  choices: Choices,
  before?: string,
): Promise<{
  readonly result: Result<ToolImport, readonly Problem[]>
  /** The registry afterwards. */
  readonly text: string | undefined
}> {
  const corpusDir = await mkdtemp(join(tmpdir(), 'lectern-tools-'))
  const written = join(corpusDir, 'business.yaml')
  try {
    if (before !== undefined) await Bun.write(written, before)
    const path = 'path' in document ? document.path : join(corpusDir, 'openapi.yaml')
    if ('text' in document) await Bun.write(path, document.text)
    const result = await importTools({ path, corpusDir, operations, choices })
    const file = Bun.file(written)
    return { result, text: (await file.exists()) ? await file.text() : undefined }
  } finally {
    await rm(corpusDir, { recursive: true, force: true })
  }
}

/** The registry of one of the public documents. */
export async function importPublic({
  file,
  operations,
  choices,
}: (typeof PUBLIC_DOCUMENTS)[number]): Promise<BusinessRegistry> {
  const path = join(DOCUMENTS, file)
  const all: Choices = { idempotency: 'required', ...choices }
  const { result, text } = await importInto({ path }, operations, all)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return Bun.YAML.parse(text ?? '') as BusinessRegistry
}
