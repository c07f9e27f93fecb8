import { describe, expect, test } from 'bun:test'
import { scanWords } from './words.ts'

type Kind = 'words' | 'humps' | 'wholes' | 'pairs' | 'runs' | 'signed' | 'symbols'

function scan(text: string): Readonly<Record<Kind, string[]>> {
  const all = { words: [] as string[], humps: [] as string[], wholes: [] as string[] }
  const pairs: string[] = []
  const runs: string[] = []
  const signed: string[] = []
  const symbols: string[] = []
  scanWords(text, {
    word: (word) => all.words.push(word),
    hump: (word) => all.humps.push(word),
    whole: (word) => all.wholes.push(word),
    pair: (word) => pairs.push(word),
    run: (word) => runs.push(word),
    signed: (word) => signed.push(word),
    symbol: (symbol) => symbols.push(symbol),
  })
  return { ...all, pairs, runs, signed, symbols }
}

describe('words', () => {
  test('scanWords() folds case and accents', () => {
    expect(scan('Über CAFÉ naïve Straße Ærø ﬁne').words).toEqual([
      'uber',
      'cafe',
      'naive',
      'strasse',
      'aero',
      'fine',
    ])
  })

  test('scanWords() keeps vowel signs of other scripts', () => {
    expect(scan('हिन्दी').words).toEqual(['हिन्दी'])
    expect(scan('가나').words).toEqual(['가나'])
  })

  test('scanWords() ignores invisible characters', () => {
    expect(scan('web\u00adhook web\u200bhook \u202ewebhook\u202c \u200b').words).toEqual(
      Array.from({ length: 3 }, () => 'webhook'),
    )
    expect(scan('MAX_\u200bSIZE use\u00adEffect')).toMatchObject({
      wholes: ['maxsize'],
      humps: ['use', 'effect'],
    })
  })

  test('scanWords() drops the vowel points of Arabic and Hebrew, and the tatweel', () => {
    expect(scan('مُحَمَّد محـــمد ـ').words).toEqual(['محمد', 'محمد'])
    expect(scan('שָׁלוֹם').words).toEqual(['שלום'])
  })

  test('scanWords() treats half-width kana as full-width', () => {
    expect(scan('ｶﾞｲﾄﾞ ﾊﾟ')).toEqual(scan('ガイド パ'))
  })

  test('scanWords() emits the humps of camelCase after the word', () => {
    expect(scan('useEffect parseHTMLText')).toMatchObject({
      words: ['useeffect', 'parsehtmltext'],
      humps: ['use', 'effect', 'parse', 'html', 'text'],
    })
  })

  test('scanWords() emits the words of an identifier, and the identifier as one word', () => {
    expect(scan('in-memory Bun.serve MAX_SIZE')).toMatchObject({
      words: ['in', 'memory', 'bun', 'serve', 'max', 'size'],
      wholes: ['inmemory', 'bunserve', 'maxsize'],
    })
  })

  test('scanWords() emits the members of a dotted identifier, and adjacent members joined', () => {
    expect(scan('process.env.NODE_ENV').wholes).toEqual([
      'nodeenv',
      'processenv',
      'envnodeenv',
      'processenvnodeenv',
    ])
  })

  test('scanWords() does not join words across the end of a sentence', () => {
    expect(scan('It ends. Another - begins...here').wholes).toEqual([])
  })

  test('scanWords() keeps the signs of C++ and C#, but not of an anchor', () => {
    expect(scan('C++, C# and page#part a+b').words).toEqual([
      'c++',
      'c#',
      'and',
      'page',
      'part',
      'a',
      'b',
    ])
    expect(scan('C++').humps).toEqual(['c'])
  })

  test('scanWords() drops the s of a possessive', () => {
    expect(scan("Bun's runtime’s it’s don't").words).toEqual(['bun', 'runtime', 'it', 'don', 't'])
  })

  test('scanWords() makes each CJK character a word, and emits pairs', () => {
    expect(scan('検索する API')).toMatchObject({
      words: ['検', '索', 'す', 'る', 'api'],
      pairs: ['検索', '索す', 'する'],
    })
  })

  test('scanWords() emits runs of katakana, and ideographs without another beside them', () => {
    expect(scan('メインプロセスを開く、検索').runs).toEqual(['メインプロセス', '開〜'])
    expect(scan('ｻｰﾊﾞｰ').runs).toEqual(['サーバー'])
    expect(scan('検').runs).toEqual([])
  })

  test('scanWords() separates CJK from adjacent Latin letters', () => {
    expect(scan('日本API設定').words).toEqual(['日', '本', 'api', '設', '定'])
  })

  test('scanWords() drops long runs', () => {
    expect(scan(`key ${'a1'.repeat(40)} end`).words).toEqual(['key', 'end'])
  })

  test('scanWords() gives the position of each word', () => {
    const places: [string, number, number][] = []
    const nothing = () => undefined
    scanWords('a Bun.serve', {
      word: (word, start, end) => places.push([word, start, end]),
      hump: nothing,
      whole: nothing,
      pair: nothing,
      run: nothing,
      signed: nothing,
      symbol: nothing,
    })
    expect(places).toEqual([
      ['a', 0, 1],
      ['bun', 2, 5],
      ['serve', 6, 11],
    ])
  })
})
