import { DESCRIPTION_CHARACTERS_MAX } from '../../contract/package_files.ts'
import type { Registry } from '../../contract/registry.ts'
import { baseOf } from '../../docs/model/addresses.ts'
import { shorten } from '../../text/source_text/escape.ts'
import { keepHttps, type Members } from './brand.ts'

/** Systems, as manifests of bundles name them. */
export type BundlePlatform = 'linux' | 'darwin' | 'win32'

export type BundleFacts = {
  readonly registry: Registry
  /** The address in the pages of the build. */
  readonly baseUrl: string
  readonly platform: BundlePlatform
}

/** Where a bundle has its builds. */
export const BUNDLE_BUILDS = 'dist'

/** Where a bundle has its program: hosts on Windows look for a name that ends so. */
export function nameBundleProgram(platform: BundlePlatform): string {
  return `server/lectern${platform === 'win32' ? '.exe' : ''}`
}

/**
 * The manifest of an MCP bundle, version 0.3: `lectern stdio` over the build beside it. Hosts
 * refuse members that the version does not know.
 */
export function makeBundleManifest({ registry, baseUrl, platform }: BundleFacts): Members {
  const { service, packages, tools } = registry
  const { name, url } = service.organization
  const program = nameBundleProgram(platform)
  const home = `${baseOf(baseUrl)}/`
  const { identifier } = service.license
  return {
    manifest_version: '0.3',
    name: service.name,
    display_name: service.title,
    version: service.version,
    description: shorten(packages?.description ?? service.description, DESCRIPTION_CHARACTERS_MAX),
    author: { name, url },
    ...(packages?.repository === undefined
      ? {}
      : { repository: { type: 'git', url: packages.repository.url } }),
    ...keepHttps('homepage', home),
    ...keepHttps('documentation', home),
    server: {
      type: 'binary',
      entry_point: program,
      mcp_config: {
        command: `\${__dirname}/${program}`,
        args: ['stdio'],
        env: { DIST_DIR: `\${__dirname}/${BUNDLE_BUILDS}` },
      },
    },
    tools: tools.map(({ name: tool, title }) => ({ name: tool, description: title })),
    prompts_generated: true,
    ...(packages === undefined ? {} : { keywords: packages.keywords }),
    ...(identifier === 'NOASSERTION' ? {} : { license: identifier }),
    compatibility: { platforms: [platform] },
  }
}
