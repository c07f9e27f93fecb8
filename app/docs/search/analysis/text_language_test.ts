import { expect, test } from 'bun:test'
import { findTextLanguage } from './text_language.ts'

const GERMAN =
  'Die Kanne wird mit Wasser gefüllt und auf den Herd gestellt. Wenn das Wasser kocht, wird der ' +
  'Tee damit übergossen; er zieht drei Minuten und ist dann fertig. Wer keine Kanne hat, nimmt ' +
  'einen Topf, aber nicht den aus Kupfer, weil sich das Metall im Tee lösen kann.'
const FRENCH =
  'On remplit la bouilloire avec de l’eau et on la pose sur le feu. Quand l’eau bout, elle est ' +
  'versée sur le thé, qui doit infuser pendant trois minutes avant d’être servi. Ceux qui n’ont ' +
  'pas de bouilloire prennent une casserole, mais jamais une casserole en cuivre.'
const SPANISH =
  'Se llena la tetera con agua y se pone al fuego. Cuando el agua hierve, se vierte sobre el té, ' +
  'que debe reposar durante tres minutos antes de servirse. Quien no tiene una tetera usa una ' +
  'olla, pero nunca una de cobre, porque el metal se disuelve en el té.'
const ENGLISH =
  'The kettle is filled with water and put on the stove. When the water boils, it is poured over ' +
  'the tea, which has to steep for three minutes before it is served. Whoever has no kettle ' +
  'takes a pot, but never one of copper, because the metal dissolves in the tea.'

test.each([
  [GERMAN, 'de'],
  [FRENCH, 'fr'],
  [SPANISH, 'es'],
  [ENGLISH, 'en'],
  ['湯をゆっくり注ぎます。', 'ja'],
  // Half of it was never translated.
  [`${GERMAN}\n\n${ENGLISH}`, undefined],
  // Code says nothing, and neither do names.
  [`${GERMAN}\n\n\`\`\`\n${ENGLISH}\n${ENGLISH}\n\`\`\`\n`, 'de'],
  ['`g` g_main g-io der die das '.repeat(3), undefined],
  ['kettle steel copper glass '.repeat(30), undefined],
])('findTextLanguage(%j) is %s', (text, language) => {
  expect(findTextLanguage(text)).toBe(language)
})
