import { describe, expect, test } from 'bun:test'
import { foldWord } from './characters.ts'
import { stemWord } from './languages.ts'

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

const stemsOf = (words: string) => words.split(' ').map((word) => stemWord(word))

describe('korean', () => {
  test('stemWord() removes particles, one or several, and the plural', () => {
    expect(stemsOf('사용자가 사용자는 사용자를 사용자의 사용자에게 사용자들은 사용자들의')).toEqual(
      Array.from({ length: 7 }, () => '사용자'),
    )
    expect(stemsOf('서버에서는 서버로부터 서버와의')).toEqual(['서버', '서버', '서버'])
  })

  test('stemWord() removes the ending of a verb that is made from a noun', () => {
    const forms =
      '등록하는 등록하기 등록하려면 등록합니다 등록한 등록할 등록된 등록되었습니다 등록해야'
    expect(new Set(stemsOf(forms))).toEqual(new Set(['등록']))
  })

  test('stemWord() keeps nouns that only end like a particle', () => {
    const nouns = '회의 추가 경로 사이 페이지 이미지 권한'.split(' ')
    expect(nouns.map((word) => stemWord(word))).toEqual(nouns)
  })

  test('stemWord() removes what no short noun ends with from a word of two syllables', () => {
    expect(stemsOf('창을 앱은 키를 값에')).toEqual(['창', '앱', '키', '값'])
  })
})
