import { type Config, isLoopback } from '../config.ts'
import { connectGuide, connectHosts } from '../packager/connect.ts'
import { checkPackage, writePackage } from '../packager/mod.ts'
import { tell } from './build.ts'

const FINE = 0
const WRONG_USE = 2

/** How `lectern package` was called. */
export type PackageFlags = {
  readonly to?: string | undefined
  readonly check?: string | undefined
}

/** `lectern package [--to DIR]` and `lectern package --check DIR`. */
export async function runPackage(config: Config, { to, check }: PackageFlags): Promise<number> {
  if (to === '' || check === '' || (to !== undefined && check !== undefined)) {
    console.error('Cannot package: name one folder, with --to or with --check')
    return WRONG_USE
  }
  const folder = check ?? to ?? `${config.distDir}/package`
  const work = check === undefined ? writePackage : checkPackage
  const worked = await work(config, folder)
  if (!worked.ok) return tell(worked.error)
  const { files, version, endpoint } = worked.value
  if (isLoopback(new URL(config.baseUrl).hostname)) {
    console.error(`warning: ${endpoint} is reached from this machine alone: set BASE_URL`)
  }
  const what = check === undefined ? 'Wrote' : 'Fresh:'
  console.log(`${what} ${files} files of package ${version} for ${endpoint} in ${folder}`)
  return FINE
}

/** `lectern connect [HOST]`. */
export async function runConnect(config: Config, words: readonly string[]): Promise<number> {
  const [host, ...more] = words
  if (more.length > 0 || (host !== undefined && !connectHosts().includes(host))) {
    const known = connectHosts().join(', ')
    console.error(`Cannot connect "${words.join(' ')}": name one of ${known}`)
    return WRONG_USE
  }
  const loopback = isLoopback(new URL(config.baseUrl).hostname)
  const guide = await connectGuide({ ...config, loopback, host })
  if (!guide.ok) return tell(guide.error)
  console.log(guide.value)
  return FINE
}
