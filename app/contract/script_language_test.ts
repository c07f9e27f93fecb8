import { expect, test } from 'bun:test'
import { findScriptLanguage, findSharedLanguage } from './script_language.ts'

test.each([
  ['湯をゆっくり注ぎます。', 'ja'],
  ['把水煮沸，然后倒入杯中。', 'zh'],
  ['물을 끓여서 천천히 붓습니다.', 'ko'],
  ['설정(設定)을 저장(貯藏)합니다.', 'ko'],
  // Code is part of a page.
  ['`npm install` を実行します。\n\n```js\nconst kettle = boil(water, { hot: true })\n```', 'ja'],
  // A Chinese page names a thing of Japan.
  ['抹茶（の）是一种粉末状的绿茶，冲泡的时候要先把水煮沸，再放凉一点，然后用茶筅搅拌。', 'zh'],
  [
    'The menu lists 日本語, 中文 and 한국어. Choose the one that you read best, ' +
      'and press the button to save it.',
    undefined,
  ],
  ['Boil water.', undefined],
  ['Вскипятите воду.', undefined],
  ['', undefined],
] as const)('findScriptLanguage("%s") is %s', (text, language) => {
  expect(findScriptLanguage(text)).toBe(language)
})

test('findSharedLanguage() needs more than half of the texts', () => {
  expect(findSharedLanguage(['水', '水', 'water'])).toBe('zh')
  expect(findSharedLanguage(['水', 'water'])).toBeUndefined()
  expect(findSharedLanguage([])).toBeUndefined()
})
