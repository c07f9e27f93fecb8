import { describe, expect, test } from 'bun:test'
import { foldWord } from './folding.ts'
import { stemWord } from './stemming.ts'

describe('stemming', () => {
  test('stemWord() removes the endings of English words', () => {
    const stems = ['configuring', 'configured', 'configures', 'configure'].map((word) =>
      stemWord(word),
    )
    expect(new Set(stems).size).toBe(1)
  })

  test.each([
    ['de', 'Fenster Fensters Fenstern', 'fenst'],
    ['de', 'Prüfung Pruefung Prüfungen', 'prufung'],
    ['de', 'Größe Groesse Größen', 'gross'],
    ['fr', 'déploiement déploiements deploiement', 'deploi'],
    ['es', 'configuración configuracion configuraciones', 'configur'],
    ['pt', 'configuração configuracao configurações', 'configur'],
    ['it', 'applicazione applicazioni', 'applic'],
    ['nl', 'instelling instellingen', 'instell'],
    ['sv', 'inställning inställningar inställningen', 'installning'],
    ['ru', 'приложение приложения приложений', 'приложен'],
    ['ru', 'перенёс перенес', 'перенес'],
    ['ru', 'Windows window', 'window'],
    ['ko', '메뉴를 메뉴는 메뉴', '메뉴'],
    ['ja', 'サーバー サーバ', 'サーバ'],
  ])('stemWord() knows the forms of a word in %s: %s', (language, words, stem) => {
    const stems = words.split(' ').map((word) => stemWord(foldWord(word), language))
    expect(stems).toEqual(stems.map(() => stem))
  })

  test('stemWord() keeps the umlaut apart from two vowels of German', () => {
    expect(stemWord('quelle', 'de')).toBe('quell')
    expect(stemWord('neue', 'de')).toBe('neu')
  })

  test('stemWord() leaves identifiers, numbers and other scripts unchanged', () => {
    const words = ['utf8s', 'c++', 'is', 'мосты', '検索']
    expect(words.map((word) => stemWord(word))).toEqual(words)
  })
})
