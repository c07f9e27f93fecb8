import { stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isLoopback } from '../../contract/loopback.ts'
import { openPublicDocs } from '../../docs/public_docs/mod.ts'
import { createLog } from '../../foundation/telemetry/log.ts'
import { sqlitePath } from '../../service/parts/disks.ts'
import type { Config } from '../../service/settings/config.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

/** A few builds of a large corpus; SQLite and the audit need room beside them. */
const FREE_BYTES_MIN = 1_000_000_000

export function examineSettings(config: Config): readonly Finding[] {
  const isPublic = !isLoopback(new URL(config.baseUrl))
  const findings: Finding[] = []
  if (isPublic && !config.production) {
    const fix = 'set NODE_ENV=production'
    findings.push(warning('mode', `${config.baseUrl} is public, and this is no production`, fix))
  }
  // Behind a proxy on this machine every caller has the address of the proxy.
  if (isPublic && isLoopback(config.host) && config.trustedProxies.length === 0) {
    const what = 'a proxy passes calls on, and its X-Forwarded-For is not believed'
    const fix = 'set TRUSTED_PROXIES=127.0.0.1/32, or all callers share one limit'
    findings.push(fault('trusted proxies', what, fix))
  }
  if (config.trustedProxies.some(({ prefixBits }) => prefixBits === 0)) {
    const what = 'TRUSTED_PROXIES holds every address, so callers choose the one that counts'
    findings.push(fault('trusted proxies', what, 'list the addresses of your proxies alone'))
  }
  const { sharedLimits, business } = config
  const isShared = sharedLimits !== undefined && sharedLimits.replicas > 1
  if (isShared && business.signIn.way !== 'off' && sqlitePath(business.databaseUrl) !== undefined) {
    const what = `${sharedLimits.replicas} replicas, and the database is a file`
    findings.push(fault('database', what, 'set DATABASE_URL=postgres://… for all replicas'))
  }
  return findings.length > 0 ? findings : [fine('settings', 'nothing speaks against them')]
}

/** Whether there is a build to serve, or a corpus to make one of. */
export async function examineBuild(config: Config): Promise<Finding> {
  const { distDir, corpusDir, baseUrl } = config
  const log = createLog('error', () => undefined, Date.now)
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) {
    if (await isFolder(corpusDir)) return fine('build', `none yet; serve makes it of ${corpusDir}`)
    const fix = 'run build, or point DIST_DIR at a build and CORPUS_DIR at a corpus'
    return fault('build', opened.error, fix)
  }
  const { build, baseUrl: own } = opened.value.current()
  opened.value.close()
  if (own === baseUrl) return fine('build', `${build} in ${distDir}`)
  const what = `${build} was made for ${own}`
  if (await isFolder(corpusDir)) return fine('build', `${what}; serve makes one for ${baseUrl}`)
  return fault('build', what, `set BASE_URL=${own}, or build for ${baseUrl}`)
}

/** The room for builds and, where it is on another disk, for the file of the database. */
export async function examineDisks({ distDir, business }: Config): Promise<readonly Finding[]> {
  const database = sqlitePath(business.databaseUrl)
  const isUsed = business.signIn.way !== 'off' && database !== undefined
  const folders = await Promise.all(
    [distDir, ...(isUsed ? [dirname(database)] : [])].map(findFolder),
  )
  const disks = new Map<number, string>()
  for (const folder of folders) {
    const { dev } = await stat(folder)
    if (!disks.has(dev)) disks.set(dev, folder)
  }
  return await Promise.all([...disks.values()].map(examineDisk))
}

async function examineDisk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB are free at ${folder}`
  if (bavail * bsize >= FREE_BYTES_MIN) return fine('disk', free)
  return warning('disk', free, 'make room for a new build, the database and the audit')
}

/** The folder itself, or the closest one above it that exists. */
async function findFolder(path: string): Promise<string> {
  const folder = resolve(path)
  if ((await isFolder(folder)) || dirname(folder) === folder) return folder
  return await findFolder(dirname(folder))
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}
