import {
  findAccessProblems,
  isStoreAddress,
  parseStoreAddress,
  type StoreAccess,
  type StoreAddress,
} from '../../foundation/object_store/address.ts'
import type { SettingReader } from './reader.ts'

export type BuildSettings = {
  /** The folder of builds: the one that is built into, or the cache of a store. */
  readonly distDir: string
  /** Where builds come from; undefined where they are in the folder. */
  readonly buildStore: StoreAddress | undefined
  /** How an object store is reached; checked only where one is used. */
  readonly storeAccess: StoreAccess
}

const CACHE_DEFAULT = 'data/builds'

/** Reads where builds are. The names of the store's settings are those of other programs. */
export function readBuildSettings(reader: SettingReader): BuildSettings {
  const storeAccess: StoreAccess = {
    endpoint: reader.value('AWS_ENDPOINT_URL_S3') ?? reader.value('AWS_ENDPOINT_URL'),
    region: reader.value('AWS_REGION') ?? reader.value('AWS_DEFAULT_REGION'),
    accessKeyId: reader.value('AWS_ACCESS_KEY_ID'),
    secretAccessKey: reader.value('AWS_SECRET_ACCESS_KEY'),
    sessionToken: reader.value('AWS_SESSION_TOKEN'),
  }
  const place = reader.value('DIST_DIR')
  const cache = reader.value('BUILD_CACHE_DIR')
  if (!isStoreAddress(place)) {
    if (cache !== undefined) {
      const fix = 'give DIST_DIR an address such as s3://bucket/prefix, or unset it'
      reader.problem('BUILD_CACHE_DIR', 'DIST_DIR is a folder', fix)
    }
    return { distDir: place, buildStore: undefined, storeAccess }
  }
  const address = parseStoreAddress(place)
  if (!address.ok) reader.problem('DIST_DIR', address.error, 'use letters, digits, dots and dashes')
  for (const { name, what, fix } of findAccessProblems(storeAccess)) reader.problem(name, what, fix)
  return {
    distDir: cache ?? CACHE_DEFAULT,
    buildStore: address.ok ? address.value : undefined,
    storeAccess,
  }
}
