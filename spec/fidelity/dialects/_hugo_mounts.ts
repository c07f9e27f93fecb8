import { posix } from 'node:path'
import type { SourceFiles } from '../source_files.ts'
import { at, parse } from './_hugo_values.ts'

const CONFIG = /^((?:.*\/)?)(hugo|config|module)\.(?:toml|ya?ml|json)$/

const known = new WeakMap<SourceFiles, readonly string[]>()

/** Whether a configuration says that a file, or a folder around it, is content, wherever it is. */
export function isMounted(file: string, source: SourceFiles): boolean {
  const mounts = known.get(source) ?? findMounts(source)
  known.set(source, mounts)
  return mounts.some((mount) => file === mount || file.startsWith(`${mount}/`))
}

function findMounts(source: SourceFiles): readonly string[] {
  return source.files.flatMap((path) => {
    const [, folder = '', name] = CONFIG.exec(path.replace('config/_default/', '')) ?? []
    if (name === undefined) return []
    const config = parse(source.read(path) ?? '', posix.extname(path))
    const listed = at(config, name === 'module' ? ['mounts'] : ['module', 'mounts'])
    return (Array.isArray(listed) ? listed : []).flatMap((mount: unknown) => {
      const [from, target] = [at(mount, ['source']), at(mount, ['target'])]
      const isContent = /^content(?:\/|$)/.test(String(target))
      return isContent && typeof from === 'string' ? [posix.normalize(folder + from)] : []
    })
  })
}
