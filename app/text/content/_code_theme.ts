/**
 * A theme whose colours are numbers of classes: the style sheet has the colours, one pair for light
 * and dark, so that code is read once and no page has an inline style.
 */
const SCOPES: readonly (readonly [name: string, scopes: string])[] = [
  ['comment', 'comment, punctuation.definition.comment, string.comment'],
  [
    'keyword',
    'keyword, storage, storage.type, keyword.operator.new, keyword.operator.expression, ' +
      'variable.language, punctuation.definition.template-expression, punctuation.section.embedded',
  ],
  [
    'constant',
    'constant, punctuation.support.type.property-name, entity.name.constant, ' +
      'variable.other.constant, variable.other.enummember, ' +
      'support.constant, support.type.property-name.json, support.type.property-name.css, ' +
      'meta.property-name, support.variable, entity.other.attribute-name, ' +
      'variable.other.property, ' +
      'support.type.property-name.toml, keyword.key.toml, entity.name.tag.yaml',
  ],
  ['string', 'string, punctuation.definition.string, string punctuation.section.embedded source'],
  ['name', 'entity, entity.name.function, support.function, entity.name.section.markdown'],
  ['type', 'entity.name.type, entity.other.inherited-class, support.class, support.type, variable'],
  ['tag', 'entity.name.tag, support.class.component, markup.quote, string.regexp'],
  [
    'plain',
    'variable.parameter.function, storage.modifier.import, storage.type.java, ' +
      'variable.parameter, variable.other.readwrite, variable.other.object, ' +
      'variable.other.normal, keyword.operator, ' +
      'punctuation, meta.brace, entity.name.variable',
  ],
  ['added', 'markup.inserted, meta.diff.header.to-file, punctuation.definition.inserted'],
  ['removed', 'markup.deleted, meta.diff.header.from-file, punctuation.definition.deleted'],
  ['strong', 'markup.bold, markup.heading, meta.diff.range'],
]

/** Classes of the pieces of code; the style sheet names each of them. */
export const CODE_CLASSES: readonly string[] = SCOPES.map(([name]) => `c-${name}`)

const PLAIN_CLASS = 'c-plain'
const FOREGROUND = '#ffffff'

export const CODE_THEME = {
  name: 'classes',
  type: 'light' as const,
  fg: FOREGROUND,
  bg: '#000000',
  settings: SCOPES.map(([, scopes], at) => ({
    scope: scopes.split(', '),
    settings: { foreground: colourOf(at) },
  })),
}

/** The class that a colour of the theme stands for; undefined for plain text. */
export function classOf(colour: string | undefined): string | undefined {
  const name = colour === undefined ? undefined : CLASS_OF.get(colour.toLowerCase())
  return name === PLAIN_CLASS ? undefined : name
}

const CLASS_OF: ReadonlyMap<string, string> = new Map(
  CODE_CLASSES.map((name, at) => [colourOf(at), name]),
)

function colourOf(at: number): string {
  return `#0000${(at + 1).toString(16).padStart(2, '0')}`
}
