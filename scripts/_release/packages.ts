import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A package of which code is in the program. */
export type ReleasePackage = {
  /** Its place in the lock file, which no other package has. */
  readonly key: string
  readonly name: string
  readonly version: string
  /** An SPDX expression, as the package states it. */
  readonly licence: string
  /** SHA-512 of the package as it was published, in hexadecimal. */
  readonly digest: string
  readonly homepage: string | undefined
  readonly licenceTexts: readonly string[]
  readonly needs: readonly string[]
}

type LockEntry = readonly [
  spec: string,
  source: string,
  about: { readonly dependencies?: Readonly<Record<string, string>> },
  integrity: string,
]

const LICENCE_FILE = /^(licen[cs]e|copying|notice)\b/i

/**
 * The packages of which files went into the program, with what the lock file and they themselves
 * say about them. A package that was installed and not bundled is not in a release.
 */
export async function readPackages(
  root: string,
  files: readonly string[],
): Promise<readonly ReleasePackage[]> {
  const text = await Bun.file(join(root, 'bun.lock')).text()
  // Bun itself writes the file, in this form since its version 1.2.
  const lock = Bun.JSONC.parse(text) as { packages: Readonly<Record<string, LockEntry>> }
  const found = [...new Set(files.flatMap((file) => findKey(file) ?? []))].sort()
  // A package that lies in this repository is our own code.
  const keys = found.filter((key) => lock.packages[key]?.[0].includes('@file:') !== true)
  return await Promise.all(
    keys.map(async (key) => {
      const entry = lock.packages[key]
      if (entry === undefined) throw new Error(`Cannot find "${key}" in bun.lock: run bun install`)
      return await readPackage(root, key, entry, keys)
    }),
  )
}

/** `node_modules/a/node_modules/b/c.js` belongs to the entry `a/b`. */
function findKey(file: string): string | undefined {
  const names = [...file.matchAll(/(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/g)]
  return names.length === 0 ? undefined : names.map(([, name]) => name).join('/')
}

async function readPackage(
  root: string,
  key: string,
  [spec, , about, integrity]: LockEntry,
  keys: readonly string[],
): Promise<ReleasePackage> {
  const at = spec.lastIndexOf('@')
  const folder = join(root, 'node_modules', splitKey(key).join('/node_modules/'))
  const manifest = JSON.parse(await Bun.file(join(folder, 'package.json')).text())
  const names = (await readdir(folder)).filter((name) => LICENCE_FILE.test(name)).sort()
  return {
    ...{ key, name: spec.slice(0, at), version: spec.slice(at + 1) },
    licence: typeof manifest.license === 'string' ? manifest.license : '',
    digest: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
    homepage: typeof manifest.homepage === 'string' ? manifest.homepage : undefined,
    licenceTexts: await Promise.all(names.map((name) => Bun.file(join(folder, name)).text())),
    needs: Object.keys(about.dependencies ?? {}).flatMap((name) => {
      const nested = `${key}/${name}`
      return keys.find((each) => each === nested) ?? keys.find((each) => each === name) ?? []
    }),
  }
}

/** `@a/b/@c/d` are the packages `@a/b` and, inside it, `@c/d`. */
function splitKey(key: string): readonly string[] {
  return key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? []
}
