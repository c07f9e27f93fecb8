import { AMONG_KANA, classifyAt, foldWord, IDEOGRAPH, MARK } from './characters.ts'

/** Receives what scripts without spaces between words have instead of words. */
type IdeographSink = {
  readonly placesOnly?: true
  word(word: string, start: number, end: number, joined: boolean): void
  pair(word: string): void
  run(word: string, start: number, end: number): void
}

type Character = { readonly text: string; readonly start: number; readonly end: number }

const KATAKANA = /^[\p{sc=Katakana}ー]$/u

const HAN = /^\p{sc=Han}/u

/** Longer runs of katakana are lists without a separator, and no word. */
const RUN_CHARACTERS_MAX = 24

/** Passes a stretch of such a script to a sink, and returns where it ends. */
export function scanIdeographs(text: string, start: number, sink: IdeographSink): number {
  const characters: Character[] = []
  let at = start
  while (at < text.length && classifyAt(text, at) === IDEOGRAPH) {
    const from = at
    at += 1
    while (at < text.length && classifyAt(text, at) === MARK) at += 1
    const character = sink.placesOnly ? '' : foldWord(text.slice(from, at))
    characters.push({ text: character, start: from, end: at })
  }
  let runEnd = 0
  for (const [index, { text: character, start: from, end }] of characters.entries()) {
    sink.word(character, from, end, characters.length > 1)
    if (sink.placesOnly) continue
    const previous = characters[index - 1]?.text ?? ''
    // The pairs of a run come after it, so that they are its parts.
    if (index >= runEnd) runEnd = emitRun(characters, index, sink)
    const next = characters[index + 1]?.text ?? ''
    if (characters.length > 1 && HAN.test(character) && !HAN.test(previous) && !HAN.test(next)) {
      sink.run(character + AMONG_KANA, from, end)
    }
    if (previous !== '') sink.pair(previous + character)
  }
  return at
}

/** Emits the run of katakana that starts here, if there is one; returns where it ends. */
function emitRun(characters: readonly Character[], from: number, sink: IdeographSink): number {
  let to = from
  while (to < characters.length && KATAKANA.test(characters[to]?.text ?? '')) to += 1
  const run = characters.slice(from, to)
  const [first] = run
  const last = run.at(-1)
  if (first === undefined || last === undefined || run.length < 2) return to
  if (run.length <= RUN_CHARACTERS_MAX) {
    sink.run(run.map(({ text }) => text).join(''), first.start, last.end)
  }
  return to
}
