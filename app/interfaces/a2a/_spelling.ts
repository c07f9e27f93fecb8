import type { QuestionWord } from '../../docs/public_docs/mod.ts'

/** Shorter words have too many neighbours: `built` is one letter away from `build`. */
const LETTERS_MIN = 6

/** Whether two words are the same: by stem, or but for a spelling mistake. */
export function isAlike(word: QuestionWord, meant: QuestionWord): boolean {
  return word.stem === meant.stem || isMisspelled(word.text, meant.text)
}

/** Whether two words differ by at most one letter that is wrong, missing, extra or swapped. */
export function isMisspelled(word: string, meant: string): boolean {
  if (Math.max(word.length, meant.length) < LETTERS_MIN) return false
  if (Math.abs(word.length - meant.length) > 1) return false
  let from = 0
  while (from < word.length && word[from] === meant[from]) from++
  let [end, meantEnd] = [word.length, meant.length]
  while (end > from && meantEnd > from && word[end - 1] === meant[meantEnd - 1]) {
    end--
    meantEnd--
  }
  const [odd, meantOdd] = [word.slice(from, end), meant.slice(from, meantEnd)]
  if (odd.length <= 1 && meantOdd.length <= 1) return true
  return odd.length === 2 && odd[0] === meantOdd[1] && odd[1] === meantOdd[0]
}
