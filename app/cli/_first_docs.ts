import type { Config } from '../config.ts'
import { limitsDisagreement, limitsInForce } from '../contract/limits.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { openPublicDocs, type PublicDocs } from '../public_docs/mod.ts'
import type { BuildStore } from './_build_store.ts'
import { EXIT } from './command.ts'

type FirstDocs = Result<PublicDocs, { readonly exit: number; readonly lines: readonly string[] }>

type Ports = Pick<Parameters<typeof openPublicDocs>[0], 'log' | 'report' | 'countSearch'>

/**
 * Opens what a service begins with: the build in its folder. Where builds come from a store, that
 * is what an earlier process left; only if it cannot be served, the store is waited for.
 */
export async function openFirstDocs(
  config: Config,
  ports: Ports,
  buildStore: BuildStore | undefined,
): Promise<FirstDocs> {
  const opened = await openFitting(config, ports, buildStore)
  if (opened.ok || buildStore === undefined) return opened
  const fetched = await buildStore.fetchFirst()
  if (fetched.ok) return await openFitting(config, ports, buildStore)
  await buildStore.stop()
  const fix = 'publish a build there, or look why the store does not answer'
  const foreign = opened.error.exit === EXIT.wrongUse ? opened.error.lines : []
  return err({ exit: EXIT.problems, lines: [`${fetched.error}: ${fix}`, ...foreign] })
}

/** The build in the folder, if this service may serve it. */
async function openFitting(
  config: Config,
  ports: Ports,
  buildStore: BuildStore | undefined,
): Promise<FirstDocs> {
  const { distDir, limits } = config
  const keeper = buildStore === undefined ? {} : { onUnreadable: buildStore.suspect }
  const opened = await openPublicDocs({ distDir, limits, ...ports, ...keeper })
  if (!opened.ok) {
    const fix = 'run build first, or point DIST_DIR at a whole build'
    return err({ exit: EXIT.problems, lines: [`${opened.error}: ${fix}`] })
  }
  const docs = opened.value
  const refusal = findForeign(docs, config)
  if (refusal === undefined) return ok(docs)
  docs.close()
  return err({ exit: EXIT.wrongUse, lines: [refusal] })
}

/** Why a build that was made with other settings cannot be served. */
function findForeign(docs: PublicDocs, config: Config): string | undefined {
  const { baseUrl, build, limits, registry } = docs.current()
  const none = `there is no corpus at "${config.corpusDir}" to build again`
  if (baseUrl !== config.baseUrl) {
    return (
      `Cannot serve "${config.baseUrl}": the build was made for "${baseUrl}" and ${none}: ` +
      'set BASE_URL or CORPUS_DIR'
    )
  }
  // The descriptions name the limits of the build; without a corpus they cannot be rewritten.
  const other = limitsDisagreement(limits, limitsInForce(registry.limits, config.limits))
  if (other === undefined) return undefined
  const fix = 'set the limits of the build, or CORPUS_DIR'
  return `Cannot serve build "${build}": ${other}, and ${none}: ${fix}`
}
