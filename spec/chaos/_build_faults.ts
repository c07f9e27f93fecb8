import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publishBuild } from '../../app/build/transfer/publish.ts'
import { MANIFEST_FILE, SEARCH_FILE } from '../../app/contract/build.ts'
import { type ObjectStore, openObjectStore } from '../../app/foundation/object_store/store.ts'
import { runProgram } from '../support/program.ts'
import { type SampleBuild, writeSampleBuild } from '../support/sample_build.ts'
import type { Deployment } from './_deployments.ts'
import { type Injection, need } from './_injection.ts'

/** A manifest and its build, made from the good manifest, for the folder that is served. */
type Damage = (deployment: Deployment, good: Uint8Array) => Promise<Uint8Array | string>

function manifestOf({ home }: Deployment): string {
  return join(home.folder, 'dist', MANIFEST_FILE)
}

function goodOf(deployment: Deployment): string {
  return `${manifestOf(deployment)}.good`
}

/** Puts a manifest in place as a deploy does, and later the good one. */
function putManifest(damage: Damage): Injection {
  return {
    deployment: 'local',
    event: 'reload_refused',
    begin: async (deployment) => {
      const good = await readFile(manifestOf(deployment))
      await writeFile(goodOf(deployment), good)
      const next = `${manifestOf(deployment)}.next`
      await writeFile(next, await damage(deployment, good))
      await rename(next, manifestOf(deployment))
    },
    end: (deployment) => rename(goodOf(deployment), manifestOf(deployment)),
  }
}

/** Copies a small build beside the one that is served; returns its manifest. */
async function placeSample(deployment: Deployment, sample: SampleBuild): Promise<Uint8Array> {
  const distDir = await writeSampleBuild({ baseUrl: deployment.service.url, ...sample })
  const to = join(deployment.home.folder, 'dist/builds')
  await cp(join(distDir, 'builds'), to, { recursive: true })
  const manifest = await readFile(join(distDir, MANIFEST_FILE))
  await rm(distDir, { recursive: true })
  return manifest
}

function buildOf(manifest: Uint8Array): string {
  const { build } = JSON.parse(new TextDecoder().decode(manifest)) as { readonly build: string }
  return build
}

export const BUILD_FAULTS = {
  'build-partial': putManifest(async (deployment) => {
    const manifest = await placeSample(deployment, {})
    const file = join('dist/builds', buildOf(manifest), SEARCH_FILE)
    await rm(join(deployment.home.folder, file))
    return manifest
  }),
  'build-absent': putManifest(async (_, good) =>
    new TextDecoder().decode(good).replace(buildOf(good), '0'.repeat(32)),
  ),
  'build-foreign': putManifest((deployment) =>
    placeSample(deployment, { baseUrl: 'https://other.example' }),
  ),
  'build-format': putManifest((deployment) => placeSample(deployment, { format: 1000 })),
  'manifest-garbage': putManifest(async (_, good) => good.slice(0, good.length / 2)),
  'builds-gone': {
    deployment: 'local',
    event: 'reload_refused',
    eventByPath: 'manifests_unreadable',
    begin: ({ home }) => rename(join(home.folder, 'dist'), join(home.folder, 'gone')),
    end: ({ home }) => rename(join(home.folder, 'gone'), join(home.folder, 'dist')),
  },
  'objects-killed': {
    deployment: 'remote',
    begin: ({ backends }) => need(backends.gateway).kill(),
    end: ({ backends }) => need(backends.gateway).start(),
  },
  'objects-frozen': {
    deployment: 'remote',
    begin: async ({ backends }) => need(backends.gateway).freeze(),
    end: async ({ backends }) => need(backends.gateway).thaw(),
  },
  'objects-start': {
    deployment: 'remote',
    begin: async ({ backends, service }) => {
      await service.stop()
      await need(backends.gateway).kill()
      await service.start()
    },
    end: ({ backends }) => need(backends.gateway).start(),
  },
  'cache-emptied': damageCache((folder) => rm(folder, { recursive: true })),
  'cache-damaged': damageCache(async (folder) => {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.parentPath.includes('/builds/')) continue
      const path = join(entry.parentPath, entry.name)
      await writeFile(
        path,
        (await readFile(path)).map((byte) => byte ^ 1),
      )
    }
  }),
  'object-truncated': publishDamaged((bytes) => bytes.slice(0, bytes.length / 2)),
  'object-swapped': publishDamaged((bytes) => bytes.map((byte) => byte ^ 1)),
} as const satisfies Readonly<Record<string, Injection>>

/** Somebody tidies up, or the disk of a replica fails: nothing but the store can help. */
function damageCache(damage: (folder: string) => Promise<unknown>): Injection {
  return {
    deployment: 'remote',
    eventByPath: 'manifests_unreadable',
    isBrief: true,
    begin: ({ home }) => damage(join(home.folder, 'cache')),
    end: async () => undefined,
  }
}

/** Publishes a build of which one object is damaged before the manifest names it. */
function publishDamaged(damage: (bytes: Uint8Array) => Uint8Array): Injection {
  return {
    deployment: 'remote',
    event: 'download_refused',
    begin: async ({ backends, service }) => {
      const gateway = need(backends.gateway)
      // A build of its own: of one that was published before, every object would be there.
      const files = { 'files/own.txt': crypto.randomUUID() }
      const distDir = await writeSampleBuild({ baseUrl: service.url, files })
      const [build = ''] = await readdir(join(distDir, 'builds'))
      const path = gateway.pathOf(`site/builds/${build}/index.md`)
      const store = openObjectStore({ bucket: 'docs', prefix: 'site/' }, gateway.access)
      const put: ObjectStore['put'] = async (key, body, condition) => {
        if (key === MANIFEST_FILE) await writeFile(path, damage(await readFile(path)))
        return await store.put(key, body, condition)
      }
      const randomId = () => crypto.randomUUID()
      const published = await publishBuild({ distDir, store: { ...store, put }, randomId })
      if (!published.ok) throw new Error(published.error)
      await rm(distDir, { recursive: true })
    },
    end: async ({ home }) => {
      const good = buildOf(await readFile(join(home.folder, 'dist', MANIFEST_FILE)))
      const { code, err } = await runProgram(['publish', '--restore', good], home.env)
      if (code !== 0) throw new Error(`Cannot restore: ${err}`)
    },
  }
}
