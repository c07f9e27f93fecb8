import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatProblem } from '../../app/contract/problem.ts'
import { type ImportReport, importDocs } from '../../app/importer/mod.ts'
import { openPublicDocs } from '../../app/public_docs/mod.ts'
import { BASE_URL, buildOrThrow } from '../support/building.ts'
import { createInProcess } from '../support/in_process_service.ts'
import { type Comparison, comparePages, ReportIndex } from './compare.ts'
import type { OutputPage } from './facts.ts'
import { readOutputPage } from './output_pages.ts'
import { pairPages } from './pairs.ts'
import { SourceFiles } from './source_files.ts'
import { readSourcePages } from './source_pages.ts'

export type Fidelity = Comparison & { readonly generator: string; readonly report: ImportReport }

/** Imports, builds and serves a source, and compares what readers had with what they get. */
export async function measureFidelity(from: string, generator?: string): Promise<Fidelity> {
  const root = await realpath(from)
  const home = await mkdtemp(join(tmpdir(), 'lectern-fidelity-'))
  try {
    const [corpusDir, distDir] = [join(home, 'corpus'), join(home, 'dist')]
    const nowMs = Date.UTC(2026, 0, 1)
    const imported = await importDocs({ from: root, to: corpusDir, nowMs })
    if (!imported.ok) throw new Error(imported.error.map(formatProblem).join('\n'))
    await buildOrThrow({ corpusDir, distDir })
    const outputs = await readServedPages(distDir)
    const report = imported.value
    const name = generator ?? report.generator
    const sources = readSourcePages(new SourceFiles(root), name)
    const reported = new ReportIndex(root, [...report.losses, ...report.notes])
    return { ...comparePages(pairPages(sources, outputs), reported), generator: name, report }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Every page of the sitemap as the service answers it: HTML and twin. */
async function readServedPages(distDir: string): Promise<readonly OutputPage[]> {
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error('Cannot open the build')
  const { handle } = createInProcess(opened.value, log)
  const read = async (address: string): Promise<string> => {
    const answer = await handle(new Request(address))
    return answer.status === 200 ? await answer.text() : ''
  }
  const sitemap = await read(`${BASE_URL}/sitemap.xml`)
  const pages: OutputPage[] = []
  for (const [, address = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const twin = await read(`${address.replace(/\/?$/, '/')}index.md`)
    if (twin !== '') pages.push(readOutputPage(address, await read(address), twin))
  }
  return pages
}

function ignore(): void {}
