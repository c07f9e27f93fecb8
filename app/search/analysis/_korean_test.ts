import { describe, expect, test } from 'bun:test'
import { stemKorean } from './_korean.ts'

const stemsOf = (words: string) => words.split(' ').map(stemKorean)

describe('korean', () => {
  test('stemKorean() removes particles, one or several, and the plural', () => {
    expect(stemsOf('사용자가 사용자는 사용자를 사용자의 사용자에게 사용자들은 사용자들의')).toEqual(
      Array.from({ length: 7 }, () => '사용자'),
    )
    expect(stemsOf('서버에서는 서버로부터 서버와의')).toEqual(['서버', '서버', '서버'])
  })

  test('stemKorean() removes the ending of a verb that is made from a noun', () => {
    const forms =
      '등록하는 등록하기 등록하려면 등록합니다 등록한 등록할 등록된 등록되었습니다 등록해야'
    expect(new Set(stemsOf(forms))).toEqual(new Set(['등록']))
  })

  test('stemKorean() keeps nouns that only end like a particle', () => {
    const nouns = '회의 추가 경로 사이 페이지 이미지 권한'.split(' ')
    expect(nouns.map(stemKorean)).toEqual(nouns)
  })

  test('stemKorean() removes what no short noun ends with from a word of two syllables', () => {
    expect(stemsOf('창을 앱은 키를 값에')).toEqual(['창', '앱', '키', '값'])
  })
})
