import type { Lines } from '../markdown/source_line.ts'
import type { ConfigValue } from './files/config_values.ts'

/** What a home page shows above its text, which its front matter has instead of the body. */
type Home = {
  readonly hero: ConfigValue
  readonly features?: ConfigValue
}

/** The hero and the features of a home page as Markdown, at the top of its file. */
export function writeHomePage({ hero, features }: Home, file: string): Lines {
  const image = hero.at('image')
  const source = ['src', 'file', 'light'].map((key) => image.at(key).text()).find(Boolean)
  const picture = source ?? image.text()
  const blocks = [
    ...['title', 'text', 'tagline'].map((key) => hero.at(key).text() ?? ''),
    picture === undefined ? '' : `![${image.at('alt').text() ?? ''}](${picture})`,
    listActions(hero.at('actions').list()),
    ...(features?.list() ?? []).map(writeFeature),
  ]
  return blocks
    .filter((block) => block !== '')
    .flatMap((block) => [...block.split('\n'), ''])
    .map((text) => ({ text, file, line: 1 }))
}

function listActions(actions: readonly ConfigValue[]): string {
  return actions
    .flatMap((action) => {
      const [text, link] = [action.at('text').text(), action.at('link').text()]
      return text === undefined ? [] : [link === undefined ? `- ${text}` : `- [${text}](${link})`]
    })
    .join('\n')
}

function writeFeature(feature: ConfigValue): string {
  const title = feature.at('title').text()
  const [link, words] = [feature.at('link').text(), feature.at('linkText').text()]
  const name = words === undefined && link !== undefined && title !== undefined
  const head = title === undefined ? '' : `**${name ? `[${title}](${link})` : title}**`
  const more = words === undefined || link === undefined ? '' : `[${words}](${link})`
  return [head, feature.at('details').text() ?? '', more].filter(Boolean).join('\n\n')
}
