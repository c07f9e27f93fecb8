import type { ThemeEntry } from '../../contract/registry_theme.ts'
import type { Product } from '../../foreign_source/source/product.ts'
import { writeYaml } from '../../source_text/yaml_text.ts'

const HEADER = '# Every key that is not here is inherited: write it here to change it.\n\n'

/** The registry of a new corpus: what is known of the product; the build supplies the rest. */
export function writeRegistry(
  { name, title, version, license, language }: Product,
  imageHosts: readonly string[],
  theme: ThemeEntry,
): string {
  const service = {
    name,
    title,
    ...(language === undefined ? {} : { language }),
    ...(version === undefined ? {} : { version }),
    ...(license === undefined ? {} : { license: { name: license, identifier: license } }),
  }
  const pages = imageHosts.length === 0 ? {} : { pages: { image_hosts: [...imageHosts] } }
  return (
    HEADER +
    writeYaml({
      service,
      ...pages,
      ...(Object.keys(theme).length === 0 ? {} : { theme }),
      packages: {},
    })
  )
}
