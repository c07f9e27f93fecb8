import { decodeEntities } from './facts.ts'

const MASKED = /[[\]()<>{}*#!&\\~`_:"|^]/g
const BASE = 0xe0_00

/** Characters of code that mean something elsewhere, moved out of the way. */
export function maskCode(text: string): string {
  return text.replace(MASKED, (char) => String.fromCharCode(BASE + char.charCodeAt(0)))
}

export function unmask(text: string): string {
  return text.replace(/[\ue000-\ue0ff]/g, (char) => {
    return String.fromCharCode(char.charCodeAt(0) - BASE)
  })
}

/** Code as it shows; a star in it splits words, as it is not markup. */
export function showCode(text: string): string {
  const signs = maskCode('*~&')
  return unmask(text.replace(new RegExp(`[${signs}]`, 'g'), ' '))
}

/** Text without the marks of emphasis; a star that closes nothing is a sign of its own. */
export function cutEmphasis(text: string): string {
  return text
    .replace(/\*\*((?:(?!\*\*)[\s\S])+)\*\*/g, (_, inner: string) => {
      const isPaired = inner.split('*').length % 2 === 1
      return isPaired ? inner : inner.replaceAll('*', maskCode('*'))
    })
    .replace(/~~([^~]+)~~|~([^~\s]+)~/g, '$1$2')
    .replace(/\*(?=\S)([^*]*[^*\s])\*/g, '$1')
}

export function cleanLabel(text: string): string {
  return showCode(decodeEntities(cutEmphasis(text.replace(/<[^>]*>/g, ''))))
}

/** The name of a link in all its spellings. */
export function keyOf(name: string): string {
  return name
    .replace(/\\(?=[!-/:-@[-`{-~])|[`*]/g, '')
    .replace(/[\s>]+/g, ' ')
    .trim()
    .toLowerCase()
}
