import { type Face, readFaceLinks, readNamedLinks } from '../../foreign_source/face.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'

/** Logo, links and colours of a site of Mintlify. */
export function readFace(config: ConfigValue): Face {
  const [logo, favicon, bar] = [config.at('logo'), config.at('favicon'), config.at('navbar')]
  return {
    logo: logo.text() ?? logo.at('light').text(),
    darkLogo: logo.at('dark').text(),
    hidesTitle: logo.value !== undefined,
    favicon: favicon.text() ?? favicon.at('light').text(),
    header: readFaceLinks([...bar.at('links').list(), bar.at('primary')]),
    footer: [
      ...readNamedLinks(config.at('footer', 'socials')),
      ...readFaceLinks(config.at('footer', 'links').list()),
    ],
    accent: {
      light: config.at('colors', 'primary').text(),
      dark: config.at('colors', 'light').text(),
    },
  }
}
