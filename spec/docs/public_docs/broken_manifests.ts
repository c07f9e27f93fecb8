import type { Manifest } from '../../../app/contract/corpus.ts'

/** Manifests that every service must refuse, by their fault. */
export const BROKEN_MANIFESTS: Readonly<Record<string, (good: Uint8Array) => Uint8Array | string>> =
  {
    'cut in half': (good) => good.slice(0, good.length / 2),
    empty: () => '',
    'naming a missing file': (good) =>
      manifestWith(good, ({ files }) => ({
        files: [...files, { path: 'absent.txt', sha256: '0'.repeat(64), bytes: 1 }],
      })),
    'of another shape': () => '{"version":"1.0.0"}',
    'of a build for another address': (good) =>
      manifestWith(good, () => ({ base_url: 'https://other.example.com' })),
    'naming a build that is not there': (good) =>
      manifestWith(good, () => ({ build: '0'.repeat(32) })),
  }

/** The manifest with some members replaced. */
function manifestWith(good: Uint8Array, change: (manifest: Manifest) => Partial<Manifest>): string {
  const manifest = JSON.parse(new TextDecoder().decode(good)) as Manifest
  return JSON.stringify({ ...manifest, ...change(manifest) })
}
