import type { OutputPage } from './facts.ts'
import { decodeEntities, nameOfPicture, splitWords } from './facts.ts'

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|[^<]+|</g

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

const INLINE = new Set(
  (
    'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong time ' +
    'u var'
  ).split(' '),
)

const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)(?:[?#]|$)/i

/** What is of the page's frame, and not of its text. */
const FRAME = /\bclass="(?:[^"]* )?(?:about|anchor|headerlink|neighbours|copy)[ "]/

type Open = { readonly name: string; readonly attributes: string; readonly isSkipped: boolean }

/** Reads the text of a page out of its HTML: all that is inside `<article>`. */
export function readOutputPage(address: string, html: string, twin: string): OutputPage {
  const reader = new Reader()
  for (const [text, slash, name, attributes] of html.matchAll(TOKEN)) {
    if (name === undefined) reader.takeText(text)
    else if (slash === '/') reader.close(name.toLowerCase())
    else reader.open(name.toLowerCase(), attributes ?? '')
  }
  return reader.finish(address, twin)
}

class Reader {
  readonly #stack: Open[] = []
  readonly #links: { text: string; target: string }[] = []
  readonly #code: string[] = []
  readonly #tables: string[] = []
  readonly #rows: string[] = []
  readonly #pictures: string[] = []
  readonly #ids = new Set<string>()
  #all = ''
  #text = ''
  #admonitions = 0
  #link: { text: string; target: string } | undefined
  #table: string | undefined
  #row: string | undefined
  #block: string | undefined

  open(name: string, attributes: string): void {
    const isInside = this.#isInside() || name === 'article'
    const above = this.#stack.at(-1)?.isSkipped === true
    const isSkipped =
      above || FRAME.test(attributes) || ['script', 'style', 'button', 'template'].includes(name)
    if (!VOID.has(name)) this.#stack.push({ name, attributes, isSkipped })
    if (!isInside || isSkipped) return
    const id = attributeOf(attributes, 'id')
    if (id !== undefined) this.#ids.add(id)
    if (!INLINE.has(name)) this.#add(' ', true)
    this.#note(name, attributes)
  }

  #note(name: string, attributes: string): void {
    const href = attributeOf(attributes, 'href')
    if (name === 'a' && href !== undefined) this.#link = { text: '', target: href }
    if (name === 'pre') this.#block = ''
    if (name === 'table') this.#table = ''
    if (name === 'tr') this.#row = ''
    if (name === 'img' || name === 'source') {
      this.#pictures.push(nameOfPicture(attributeOf(attributes, 'src') ?? ''))
    }
    if (/\bclass="(?:[^"]* )?callout[ "]/.test(attributes)) this.#admonitions += 1
  }

  close(name: string): void {
    const at = this.#stack.findLastIndex((open) => open.name === name)
    if (at === -1) return
    const isRead = this.#isInside() && this.#stack.at(-1)?.isSkipped !== true
    this.#stack.length = at
    if (!isRead) return
    if (!INLINE.has(name)) this.#add(' ', true)
    if (name === 'a' && this.#link !== undefined) this.#endLink(this.#link)
    if (name === 'pre' && this.#block !== undefined) {
      this.#code.push(this.#block)
      this.#block = undefined
    }
    if (name === 'tr' && this.#row !== undefined) {
      this.#rows.push(splitWords(this.#row).join(' '))
      this.#row = undefined
    }
    if (['thead', 'table'].includes(name) && this.#table !== undefined) {
      this.#tables.push(splitWords(this.#table).join(' '))
      this.#table = undefined
    }
  }

  #endLink(link: { text: string; target: string }): void {
    this.#link = undefined
    const text = splitWords(link.text).join(' ')
    this.#links.push({ text, target: link.target })
    if (PICTURE.test(link.target)) this.#pictures.push(nameOfPicture(link.target))
  }

  takeText(raw: string): void {
    if (!this.#isInside() || this.#stack.at(-1)?.isSkipped === true) return
    this.#add(decodeEntities(raw), false)
  }

  #add(text: string, isBreak: boolean): void {
    if (this.#block !== undefined) {
      if (!isBreak) this.#block += text
      return
    }
    this.#all += text
    if (this.#link !== undefined) this.#link.text += text
    if (this.#table !== undefined) this.#table += text
    if (this.#row !== undefined) this.#row += text
    this.#text += this.#stack.some(({ name }) => name === 'code') ? '\u0001' : text
  }

  #isInside(): boolean {
    return this.#stack.some(({ name }) => name === 'article')
  }

  finish(address: string, twin: string): OutputPage {
    return {
      address,
      words: splitWords(this.#all),
      code: this.#code,
      tables: this.#tables,
      rows: this.#rows,
      links: this.#links,
      ids: this.#ids,
      pictures: this.#pictures,
      admonitions: this.#admonitions,
      text: this.#text,
      twin,
    }
  }
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`).exec(
    attributes,
  )
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value === undefined ? undefined : decodeEntities(value)
}
