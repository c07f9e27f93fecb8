import { describe, expect, test } from 'bun:test'
import { normalizeQuery } from '../../../contract/query.ts'
import { createFraming, selectContent } from './framing_words.ts'
import { parseQuery } from './query.ts'

function contentOf(language: string, query: string): readonly string[] {
  return selectContent(parseQuery(normalizeQuery(query)), createFraming(language)).words.map(
    ({ text }) => text,
  )
}

describe('framing', () => {
  test.each([
    ['en', 'How do I change the colour, please?', ['change', 'colour']],
    ['de', 'Wie kann ich bitte die Farbe ändern?', ['farbe', 'andern']],
    ['fr', "Comment est-ce que je peux changer la couleur de l'icône ?", 'changer couleur icone'],
    ['fr', 'qu’est-ce qu’un raccourci d’application', ['raccourci', 'application']],
    ['es', '¿Cómo puedo cambiar el color, por favor?', ['cambiar', 'color']],
    ['pt', 'Como posso mudar a cor da janela?', ['mudar', 'cor', 'janela']],
    ['it', "Come posso cambiare il colore dell'icona?", ['cambiare', 'colore', 'icona']],
    ['nl', 'Hoe kan ik de kleur wijzigen?', ['kleur', 'wijzigen']],
    ['sv', 'Hur kan jag ändra färgen?', ['andra', 'fargen']],
    ['ru', 'Как мне можно изменить цвет, пожалуйста?', ['изменить', 'цвет']],
    ['ja', '色を変更する方法を教えてください', ['色〜', '変更']],
    ['ja', '通知はどのように動きますか', ['通知']],
    ['ko', '색상을 어떻게 바꾸나요?', ['색상을', '바꾸나요']],
    ['ko', '알림을 사용하는 방법을 알려 주세요', ['알림을']],
  ])('selectContent() keeps what a question is about in %s: %s', (language, query, content) => {
    const wanted = typeof content === 'string' ? content.split(' ') : content
    expect(contentOf(language, query)).toEqual(wanted)
  })

  test.each([
    ['en', 'how does Read a page work', ['read', 'page']],
    ['en', 'what does Get help mean?', ['get', 'help']],
    ['en', 'how does it work', ['work']],
    ['de', 'Wie funktioniert Seite finden?', ['seite', 'finden']],
    ['fr', 'comment fonctionne Utiliser une page', ['utiliser', 'page']],
  ])('selectContent() takes a name of asking words, not the verb, in %s: %s', (...given) => {
    const [language, query, content] = given
    expect(contentOf(language, query)).toEqual(content)
  })

  test('selectContent() keeps framing words of which a query has no others', () => {
    expect(contentOf('ja', '使い方')).toEqual(['使〜', '使い', '方〜', 'い方'])
    expect(contentOf('ko', '사용 방법')).toEqual(['사용'])
    expect(contentOf('ko', '방법')).toEqual(['방법'])
  })
})
