import { join } from 'node:path'
import type { Origin } from './origin.ts'
import type { ReleasePackage } from './packages.ts'

const RULE = '\n'

/**
 * The licences of everything in the program, with their texts: our own, the runtime's, and those of
 * the packages. It goes into every archive and image, because most of these licences ask for that.
 */
export async function formatLicenceList(
  root: string,
  origin: Origin,
  packages: readonly ReleasePackage[],
): Promise<string> {
  const own = await Bun.file(join(root, 'LICENSE')).text()
  // The types of the runtime have its version and its documentation.
  const about = await Bun.file(join(root, 'node_modules/bun-types/docs/project/license.mdx')).text()
  const runtime = about.replace(/^---\n[\s\S]*?\n---\n/, '')
  const rows = packages.map((each) => `${each.name} ${each.version}: ${nameLicence(each)}`)
  return [
    `Licences of ${origin.name} ${origin.version} and of what is in it`,
    RULE,
    ...[`${origin.name} ${origin.version}: ${origin.license}`, `bun ${origin.bun}: see below`],
    ...rows,
    RULE,
    ...formatSection(`${origin.name} ${origin.version}`, own),
    ...formatSection(`bun ${origin.bun}, the runtime`, runtime),
    ...packages.flatMap((each) => formatSection(`${each.name} ${each.version}`, textOf(each))),
  ].join('\n')
}

function formatSection(title: string, text: string): readonly string[] {
  return [title, '='.repeat(title.length), '', text.trim(), RULE]
}

function nameLicence({ licence }: ReleasePackage): string {
  return licence === '' ? 'see below' : licence
}

function textOf(each: ReleasePackage): string {
  if (each.licenceTexts.length > 0) return each.licenceTexts.map((text) => text.trim()).join('\n\n')
  const place = each.homepage === undefined ? '' : ` (${each.homepage})`
  return `Licence ${nameLicence(each)}. The published package has no text of it${place}.`
}
