import type { Document } from './documents.ts'
import { chooseQuestions, type Draft } from './drafts.ts'
import { countHeadings } from './known_items.ts'
import type { Question } from './measure.ts'
import { createSeededRandom, pickOne } from './random.ts'
import { WordHolders, wordsOf } from './words.ts'

/** Ways in which people and models ask for a subject that they can name. */
export const FRAME_KINDS = ['what_is', 'which', 'tell_me', 'where', 'how_works', 'please'] as const
export type FrameKind = (typeof FRAME_KINDS)[number]

/** A question with a gap; where a language shows the plural, some gaps take only that. */
type Frame = { readonly text: string; readonly ends?: RegExp }

const GAP = '{}'
const ENGLISH_PLURAL = /[^s]s$/i

/** By primary language; a language without frames has no such questions. */
const FRAMES: Readonly<Record<string, Readonly<Record<FrameKind, Frame>>>> = {
  en: {
    what_is: { text: 'what is {}' },
    which: { text: 'which {} are there', ends: ENGLISH_PLURAL },
    tell_me: { text: 'tell me about {}' },
    where: { text: 'where are the {} described', ends: ENGLISH_PLURAL },
    how_works: { text: 'how does {} work' },
    please: { text: '{} please' },
  },
  de: {
    what_is: { text: 'was ist {}' },
    which: { text: 'welche {} gibt es' },
    tell_me: { text: 'erzähl mir etwas über {}' },
    where: { text: 'wo ist {} beschrieben' },
    how_works: { text: 'wie funktioniert {}' },
    please: { text: '{} bitte' },
  },
  fr: {
    what_is: { text: "qu'est-ce que {}" },
    which: { text: 'quels sont les {}' },
    tell_me: { text: 'parle-moi de {}' },
    where: { text: 'où est décrit {}' },
    how_works: { text: 'comment fonctionne {}' },
    please: { text: "{} s'il te plaît" },
  },
  es: {
    what_is: { text: 'qué es {}' },
    which: { text: 'qué {} hay' },
    tell_me: { text: 'háblame de {}' },
    where: { text: 'dónde se describe {}' },
    how_works: { text: 'cómo funciona {}' },
    please: { text: '{} por favor' },
  },
  ja: {
    what_is: { text: '{}とは何ですか' },
    which: { text: 'どんな{}がありますか' },
    tell_me: { text: '{}について教えて' },
    where: { text: '{}はどこに書いてありますか' },
    how_works: { text: '{}はどのように動きますか' },
    please: { text: '{}をお願いします' },
  },
}

/** Nobody frames a whole sentence. */
const SUBJECT_WORDS_MAX = 6

/** What a question asks about, and whether these words and one more are on its page alone. */
type Subject = {
  readonly text: string
  readonly page: number
  readonly singlesOut: (extra?: string) => boolean
}

/**
 * Makes natural questions, the same for the same corpus. The right page is the one with that title,
 * or the only one that holds the words of that heading.
 */
export function makeFramedQuestions(
  documents: readonly Document[],
  language: string,
): ReadonlyMap<FrameKind, readonly Question[]> {
  const frames = FRAMES[language.split('-')[0] ?? '']
  if (frames === undefined) return new Map()
  const openings = new Set(Object.values(frames).map(({ text }) => wordsOf(text)[0] ?? ''))
  const subjects = listSubjects(documents).filter(({ text }) => isSubject(text, openings))
  return new Map(
    FRAME_KINDS.map((kind) => {
      const drafts = subjects.flatMap((subject) => fillFrame(frames[kind], subject))
      return [kind, chooseQuestions(kind, drafts, documents)]
    }),
  )
}

/** A title that is itself a question has no place in another one. */
function isSubject(text: string, openings: ReadonlySet<string>): boolean {
  const words = wordsOf(text)
  if (words.length === 0 || words.length > SUBJECT_WORDS_MAX) return false
  return !/[?？]/.test(text) && !openings.has(words[0] ?? '')
}

function fillFrame({ text, ends }: Frame, subject: Subject): readonly Draft[] {
  if (ends !== undefined && !ends.test(subject.text)) return []
  const framing = wordsOf(text.replace(GAP, ' '))
  return [
    {
      query: text.replace(GAP, () => subject.text),
      page: subject.page,
      // "How does search work" asks for "How search works" and not for "Search".
      singlesOut: () => subject.singlesOut() && framing.every((word) => subject.singlesOut(word)),
    },
  ]
}

/** The title of each page and one of its headings. */
function listSubjects(documents: readonly Document[]): readonly Subject[] {
  const titles = new WordHolders(documents.map(({ title }) => title))
  const summaries = new WordHolders(documents.map((each) => `${each.title}\n${each.description}`))
  const bodies = new WordHolders(documents.map(({ body }) => body))
  const titleCounts = Map.groupBy(documents, ({ title }) => wordsOf(title).join(' '))
  const headingCounts = countHeadings(documents)
  return documents.flatMap(({ name, title, sections }, page) => {
    const key = wordsOf(title).join(' ')
    const ofTitle: Subject = {
      text: title,
      page,
      singlesOut: (extra) =>
        extra === undefined
          ? titleCounts.get(key)?.length === 1
          : titles.areOnlyIn(page, wordsOf(title), extra),
    }
    const heading = pickOne(createSeededRandom('framed heading', name), sections)?.heading ?? ''
    const words = wordsOf(heading)
    const isOnlyHere = () =>
      headingCounts.get(words.join(' ')) === 1 &&
      summaries.areOnlyIn(page, words) &&
      bodies.areOnlyIn(page, words)
    const ofHeading: Subject = { text: heading, page, singlesOut: isOnlyHere }
    return words.join(' ') === key ? [ofTitle] : [ofTitle, ofHeading]
  })
}
