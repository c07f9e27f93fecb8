/** English words that the HTML of a body shows beside its own. */
export const ENGLISH_BODY_TEXTS = {
  'heading.anchor': 'Link to this section',
  'code.region': 'Code',
  'table.region': 'Table',
  'tabs.label': 'Variants',
  'callout.note': 'Note',
  'callout.tip': 'Tip',
  'callout.important': 'Important',
  'callout.warning': 'Warning',
  'callout.caution': 'Caution',
  'diagram.source': 'Source of the diagram',
  'footnote.title': 'Footnotes',
  'footnote.back': 'Back to reference {count}',
} as const

/** These words in the language of a corpus. */
export type BodyTexts = Readonly<Record<keyof typeof ENGLISH_BODY_TEXTS, string>>
