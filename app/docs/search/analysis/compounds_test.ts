import { describe, expect, test } from 'bun:test'
import { listKatakanaParts, splitCompound } from './compounds.ts'

const splitBy =
  (language: string, words: string) =>
  (word: string): readonly string[] =>
    splitCompound(word, language, (part) => words.split(' ').includes(part))

describe('compounds', () => {
  test('splitCompound() finds the words of a German compound, and drops what links them', () => {
    const split = splitBy(
      'de',
      'fenster rahmen sicherheit risiko sprache prufung haupt prozess modul',
    )
    expect(split('fensterrahmen')).toEqual(['fenster', 'rahmen'])
    expect(split('sicherheitsrisiko')).toEqual(['sicherheit', 'risiko'])
    expect(split('hauptprozessmodul')).toEqual(['haupt', 'prozess', 'modul'])
  })

  test('splitCompound() splits no word with unknown parts, function words or affixes', () => {
    const split = splitBy('de', 'fenster uber setzen ver stehen')
    expect(['fensterladen', 'ubersetzen', 'verstehen', 'fenster'].map(split)).toEqual([
      [],
      [],
      [],
      [],
    ])
  })

  test('splitCompound() knows Dutch, Swedish and Korean', () => {
    expect(splitBy('nl', 'beveiliging risico')('beveiligingsrisico')).toHaveLength(2)
    expect(splitBy('sv', 'fonster hanterare')('fonsterhanterare')).toHaveLength(2)
    expect(splitBy('ko', '작업 표시줄')('작업표시줄')).toEqual(['작업', '표시줄'])
  })

  test('splitCompound() splits katakana in texts of any language, and no English word', () => {
    expect(splitBy('en', 'メイン プロセス')('メインプロセス')).toEqual(['メイン', 'プロセス'])
    expect(splitBy('en', 'data base')('database')).toEqual([])
  })

  test('splitCompound() leaves an identifier of any length alone', () => {
    expect(splitBy('de', 'abcd')('abcd'.repeat(16))).toEqual([])
  })

  test('listKatakanaParts() lists what a run begins or ends with', () => {
    expect(listKatakanaParts('アプリサイト').toSorted()).toEqual(
      ['アプリ', 'アプリサ', 'アプリサイ', 'サイト', 'リサイト', 'プリサイト'].toSorted(),
    )
    expect(listKatakanaParts('アプリ')).toEqual([])
  })
})
