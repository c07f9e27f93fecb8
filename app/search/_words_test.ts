import { describe, expect, test } from 'bun:test'
import { scanWords, splitIntoWords } from './_words.ts'

type Told = { readonly words: string[]; readonly humps: string[]; readonly wholes: string[] }

function told(text: string): Told & { readonly pairs: string[] } {
  const all = { words: [] as string[], humps: [] as string[], wholes: [] as string[] }
  const pairs: string[] = []
  scanWords(text, {
    word: (word) => all.words.push(word),
    hump: (word) => all.humps.push(word),
    whole: (word) => all.wholes.push(word),
    pair: (word) => pairs.push(word),
  })
  return { ...all, pairs }
}

describe('words', () => {
  test('scanWords() folds case and accents', () => {
    expect(told('Über CAFÉ naïve Straße Ærø ﬁne').words).toEqual([
      'uber',
      'cafe',
      'naive',
      'strasse',
      'aero',
      'fine',
    ])
  })

  test('scanWords() keeps vowel signs of other scripts', () => {
    expect(told('हिन्दी').words).toEqual(['हिन्दी'])
    expect(told('가나').words).toEqual(['가나'])
  })

  test('scanWords() takes what is never shown for no letter and for no gap', () => {
    expect(told('web\u00adhook web\u200bhook \u202ewebhook\u202c \u200b').words).toEqual(
      Array.from({ length: 3 }, () => 'webhook'),
    )
    expect(told('MAX_\u200bSIZE use\u00adEffect')).toMatchObject({
      wholes: ['maxsize'],
      humps: ['use', 'effect'],
    })
  })

  test('scanWords() leaves out the points of Arabic and Hebrew, and the stretching stroke', () => {
    expect(told('مُحَمَّد محـــمد ـ').words).toEqual(['محمد', 'محمد'])
    expect(told('שָׁלוֹם').words).toEqual(['שלום'])
  })

  test('scanWords() takes half-width kana for whole ones', () => {
    expect(told('ｶﾞｲﾄﾞ ﾊﾟ')).toEqual(told('ガイド パ'))
  })

  test('scanWords() tells the humps of camelCase behind the whole word', () => {
    expect(told('useEffect parseHTMLText')).toMatchObject({
      words: ['useeffect', 'parsehtmltext'],
      humps: ['use', 'effect', 'parse', 'html', 'text'],
    })
  })

  test('scanWords() tells the words of an identifier, and the identifier without its signs', () => {
    expect(told('in-memory Bun.serve MAX_SIZE')).toMatchObject({
      words: ['in', 'memory', 'bun', 'serve', 'max', 'size'],
      wholes: ['inmemory', 'bunserve', 'maxsize'],
    })
  })

  test('scanWords() tells the members of a dotted identifier and each two that are joined', () => {
    expect(told('process.env.NODE_ENV').wholes).toEqual([
      'nodeenv',
      'processenv',
      'envnodeenv',
      'processenvnodeenv',
    ])
  })

  test('scanWords() takes a dot at the end of a sentence for no joint', () => {
    expect(told('It ends. Another - begins...here').wholes).toEqual([])
  })

  test('scanWords() keeps the signs of C++ and C#, not of an anchor', () => {
    expect(told('C++, C# and page#part a+b').words).toEqual([
      'c++',
      'c#',
      'and',
      'page',
      'part',
      'a',
      'b',
    ])
    expect(told('C++').humps).toEqual(['c'])
  })

  test('scanWords() leaves out the s of a possessive', () => {
    expect(told("Bun's runtime’s it’s don't").words).toEqual(['bun', 'runtime', 'it', 'don', 't'])
  })

  test('scanWords() makes each CJK character a word, and pairs of neighbours', () => {
    expect(told('検索する API')).toMatchObject({
      words: ['検', '索', 'す', 'る', 'api'],
      pairs: ['検索', '索す', 'する'],
    })
  })

  test('scanWords() parts CJK from Latin letters that stand beside it', () => {
    expect(told('日本API設定').words).toEqual(['日', '本', 'api', '設', '定'])
  })

  test('scanWords() leaves out runs that nobody types', () => {
    expect(told(`key ${'a1'.repeat(40)} end`).words).toEqual(['key', 'end'])
  })

  test('scanWords() says where each word stands', () => {
    const places: [string, number, number][] = []
    const nothing = () => undefined
    scanWords('a Bun.serve', {
      word: (word, start, end) => places.push([word, start, end]),
      hump: nothing,
      whole: nothing,
      pair: nothing,
    })
    expect(places).toEqual([
      ['a', 0, 1],
      ['bun', 2, 5],
      ['serve', 6, 11],
    ])
  })

  test('wordsOfText() gives every word that a text is found by', () => {
    expect(splitIntoWords('in-memory useEffect')).toEqual([
      'in',
      'memory',
      'inmemory',
      'useeffect',
      'use',
      'effect',
    ])
  })
})
