type Files = Record<string, string>

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">'

/** Pages whose texts say which version and language they are of. */
function writePages(folder: string, version: string, language: string): Files {
  const word = `kettle${version}${language}`
  return {
    [`${folder}/index.mdx`]: `---\ntitle: Start ${language}\n---\n\nBegin with ${word}.\n`,
    [`${folder}/guide/pour.mdx`]:
      `---\ntitle: Pour ${language}\n---\n\nPour water of ${word} slowly.\n\n## Cups\n\n` +
      `![Cup](./cup-${version}-${language}.svg)\n`,
    [`${folder}/guide/cup-${version}-${language}.svg`]: `${SVG}<title>${word}</title></svg>`,
  }
}

const TRANSLATED = 'i18n/fr/docusaurus-plugin-content-docs'

/** Three versions, one of which is not released, and two languages. */
export const DOCUSAURUS_VARIANTS: Readonly<Files> = {
  'docusaurus.config.js': `module.exports = {
  title: 'Kettle', url: 'https://kettle.example', baseUrl: '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  presets: [['classic', { docs: { routeBasePath: 'manual' } }]],
  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [
    { from: '/manual/old/pouring', to: '/manual/guide/pour' },
    { from: '/teapot', to: '/manual/guide/pour#cups' },
  ] }]],
}
`,
  'versions.json': '["3.0", "2.0"]',
  ...writePages('docs', '4', 'en'),
  ...writePages('versioned_docs/version-3.0', '3', 'en'),
  ...writePages('versioned_docs/version-2.0', '2', 'en'),
  ...writePages(`${TRANSLATED}/current`, '4', 'fr'),
  ...writePages(`${TRANSLATED}/version-3.0`, '3', 'fr'),
  ...writePages(`${TRANSLATED}/version-2.0`, '2', 'fr'),
}

const VERSIONS = ['3.0', '2.0', '1.0']

function listVersions(language: string): readonly object[] {
  return VERSIONS.map((version) => {
    const folder = `${language}/v${version.slice(0, 1)}`
    return { version, pages: [`${folder}/index`, `${folder}/guide/pour`] }
  })
}

/** Three versions in each of two languages, in one navigation. */
export const MINTLIFY_VARIANTS: Readonly<Files> = {
  'docs.json': JSON.stringify({
    name: 'Kettle',
    navigation: {
      languages: [
        { language: 'en', default: true, versions: listVersions('en') },
        { language: 'fr', versions: listVersions('fr') },
      ],
    },
    redirects: [
      { source: '/old/pouring', destination: '/en/v3/guide/pour' },
      { source: '/latest/:slug*', destination: '/en/v3/:slug*' },
    ],
  }),
  ...Object.assign(
    {},
    ...['en', 'fr'].flatMap((language) =>
      ['3', '2', '1'].map((version) => writePages(`${language}/v${version}`, version, language)),
    ),
  ),
}
