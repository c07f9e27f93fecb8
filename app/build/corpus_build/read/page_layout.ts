import { type Static, Type } from '@sinclair/typebox'
import type { Place, Problem } from '../../../contract/problem.ts'
import { closed, line, oneOf, patternText } from '../../../contract/registry_words.ts'
import { type PageLayout, PLAIN_LAYOUT } from '../../../docs/model/page_layout.ts'
import { escapeMarkdown } from '../../../text/source_text/escape.ts'
import { findSchemaProblems } from '../../../text/source_text/schema_problems.ts'
import { escapeLinkTarget } from '../../../text/source_text/source_positions.ts'
import type { FrontMatter } from './front_matter.ts'

const target = patternText('^\\S+$', 'an address or a path such as start/quickstart.md')

/** The keys of front matter that say how a page is laid out. */
export const LayoutSchema = Type.Object({
  layout: Type.Optional(oneOf(['landing'])),
  hero: Type.Optional(
    Type.Object(
      {
        text: line,
        actions: Type.Optional(
          Type.Array(Type.Object({ title: line, link: target }, closed), { maxItems: 4 }),
        ),
        command: Type.Optional(line),
        image: Type.Optional(
          Type.Object(
            { light: target, dark: Type.Optional(target), alt: Type.Optional(line) },
            closed,
          ),
        ),
      },
      { ...closed, description: 'a map with text, actions, command and image' },
    ),
  ),
  page: Type.Optional(
    Type.Object(
      { toc: Type.Optional(Type.Boolean()), wide: Type.Optional(Type.Boolean()) },
      { ...closed, description: 'a map such as { toc: false, wide: true }' },
    ),
  ),
})

type Hero = NonNullable<Static<typeof LayoutSchema>['hero']>

type LayoutRead = {
  readonly layout: PageLayout
  /** The front of a landing page as Markdown above its text; '' on every other page. */
  readonly hero: string
  /** Where the front matter says what stands in it. */
  readonly heroPlace: Place | undefined
  readonly problems: readonly Problem[]
}

/** Reads how a page is laid out; its hero is Markdown, so that twins and search have it. */
export function readLayout({ source }: FrontMatter): LayoutRead {
  const none = { layout: PLAIN_LAYOUT, hero: '', heroPlace: undefined, problems: [] }
  if (source === undefined) return none
  const problems = findSchemaProblems(LayoutSchema, source)
  if (problems.length > 0) return { ...none, problems }
  // It fits the schema, or there would be a problem.
  const { layout, hero, page } = source.value as Static<typeof LayoutSchema>
  return {
    layout: {
      kind: layout ?? (page?.wide === true ? 'wide' : 'text'),
      hasContents: page?.toc ?? layout === undefined,
    },
    hero: hero === undefined ? '' : writeHero(hero),
    heroPlace: hero === undefined ? undefined : source.locateKey(['hero']),
    problems: [],
  }
}

function writeHero({ text, actions = [], command, image }: Hero): string {
  const links = actions.map(({ title, link }) => `- ${writeLink(title, link)}\n`).join('')
  const pictures = image === undefined ? [] : listPictures(image)
  const blocks = [
    escapeMarkdown(text),
    links.trimEnd(),
    command === undefined ? '' : `\`\`\`sh\n${command}\n\`\`\``,
    pictures.map((path) => `!${writeLink(image?.alt ?? '', path)}`).join('\n'),
  ]
  return `::::hero\n${blocks.filter((block) => block !== '').join('\n\n')}\n::::\n`
}

function writeLink(text: string, address: string): string {
  return `[${escapeMarkdown(text)}](${escapeLinkTarget(address)})`
}

/** Two pictures, each for one theme, have the marks that pictures in a text have. */
function listPictures({ light, dark }: NonNullable<Hero['image']>): readonly string[] {
  return dark === undefined ? [light] : [`${light}#only-light`, `${dark}#only-dark`]
}
