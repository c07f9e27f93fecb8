import { existsSync } from 'node:fs'
import { limitsDisagreement, limitsInForce } from '../contract/limits.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { openPublicDocs, type PublicDocs } from '../docs/public_docs/mod.ts'
import type { BuildStore } from './parts/build_store.ts'
import type { Config } from './settings/config.ts'

type FirstDocs = Result<
  PublicDocs,
  { readonly isForeign: boolean; readonly lines: readonly string[] }
>

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
  // What was damaged may be whole again, although the store names a build that is not for us.
  const reopened = await openFitting(config, ports, buildStore)
  if (fetched.ok || reopened.ok) return reopened
  await buildStore.stop()
  const { line, isForeign } = fetched.error
  const foreign = reopened.error.isForeign ? reopened.error.lines : []
  return err({ isForeign, lines: [line, ...foreign] })
}

/** The build in the folder, if this service may serve it. */
async function openFitting(
  config: Config,
  ports: Ports,
  buildStore: BuildStore | undefined,
): Promise<FirstDocs> {
  const { distDir, limits } = config
  const keeper = buildStore === undefined ? {} : { onUnreadable: buildStore.reportUnreadable }
  const opened = await openPublicDocs({ distDir, limits, ...ports, ...keeper })
  if (!opened.ok) {
    const { error } = opened
    const line =
      buildStore === undefined
        ? explainNoBuild(config, error)
        : `${error}: publish one to "${buildStore.address}" that this version of the program made`
    return err({ isForeign: false, lines: [line] })
  }
  const docs = opened.value
  const refusal = findForeign(docs, config, buildStore?.address)
  if (refusal === undefined) return ok(docs)
  docs.close()
  return err({ isForeign: true, lines: [refusal] })
}

/** Why a build that was made with other settings cannot be served, and what to do about it. */
function findForeign(
  docs: PublicDocs,
  config: Config,
  store: string | undefined,
): string | undefined {
  const { baseUrl, build, limits, registry } = docs.current()
  const place = store === undefined ? '' : ` of "${store}" in "${config.distDir}"`
  const none = `there is no corpus at "${config.corpusDir}" to build again`
  if (baseUrl !== config.baseUrl) {
    const what = `the build${place} was made for "${baseUrl}"`
    const rest =
      store === undefined
        ? `${what} and ${none}: set BASE_URL or CORPUS_DIR`
        : `${what}: set BASE_URL to that, or publish a build made for this address`
    return `Cannot serve "${config.baseUrl}": ${rest}`
  }
  // The descriptions name the limits of the build; without a corpus they cannot be rewritten.
  const other = limitsDisagreement(limits, limitsInForce(registry.limits, config.limits))
  if (other === undefined) return undefined
  const rest =
    store === undefined
      ? `${other}, and ${none}: set the limits of the build, or CORPUS_DIR`
      : `${other}: set the limits of the build, or publish one made with these`
  return `Cannot serve build "${build}"${place}: ${rest}`
}

/** What to do about a build that cannot be opened: a mistyped CORPUS_DIR has nothing to build. */
export function explainNoBuild({ corpusDir }: Config, fault: string): string {
  if (existsSync(corpusDir)) return `${fault}: run build first, or point DIST_DIR at a whole build`
  const none = `${fault}, and the corpus "${corpusDir}" does not exist`
  return `${none}: point CORPUS_DIR at a corpus, or DIST_DIR at a whole build`
}
