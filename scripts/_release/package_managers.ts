import type { Origin } from './origin.ts'
import type { ReleaseTarget } from './targets.ts'

/** An archive of a release, as others download it. */
export type ReleaseArchive = {
  readonly target: ReleaseTarget
  readonly file: string
  /** SHA-256, in hexadecimal. */
  readonly digest: string
}

/** The formula with which Homebrew installs the program on macOS and Linux. */
export function formatFormula(
  origin: Origin,
  address: string,
  archives: readonly ReleaseArchive[],
): string {
  const { name, version, description, license } = origin
  const systems = (['darwin', 'linux'] as const).flatMap((system) => {
    const blocks = archives
      // Homebrew runs where the usual C library is.
      .filter(({ target }) => target.system === system && target.library === undefined)
      .flatMap(({ target, file, digest }) => [
        `    on_${target.processor === 'arm64' ? 'arm' : 'intel'} do`,
        `      url "${address}/${file}"`,
        `      sha256 "${digest}"`,
        '    end',
      ])
    const begin = `  on_${system === 'darwin' ? 'macos' : 'linux'} do`
    return blocks.length === 0 ? [] : ['', begin, ...blocks, '  end']
  })
  return [
    `class ${name.charAt(0).toUpperCase()}${name.slice(1)} < Formula`,
    `  desc ${JSON.stringify(description)}`,
    `  homepage "${new URL(address).origin}"`,
    `  version "${version}"`,
    `  license "${license}"`,
    ...systems,
    '',
    '  def install',
    `    bin.install "${name}"`,
    '  end',
    '',
    '  test do',
    `    assert_match version.to_s, shell_output("#{bin}/${name} --version")`,
    '  end',
    'end',
    '',
  ].join('\n')
}

/** The manifest with which Scoop installs the program on Windows. */
export function formatScoopManifest(
  origin: Origin,
  address: string,
  archives: readonly ReleaseArchive[],
): string {
  const { name, version, description, license } = origin
  const windows = archives.filter(({ target }) => target.system === 'windows')
  const manifest = {
    ...{ version, description, homepage: new URL(address).origin, license },
    architecture: Object.fromEntries(
      windows.map(({ target, file, digest }) => [
        target.processor === 'arm64' ? 'arm64' : '64bit',
        { url: `${address}/${file}`, hash: digest },
      ]),
    ),
    bin: `${name}.exe`,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
