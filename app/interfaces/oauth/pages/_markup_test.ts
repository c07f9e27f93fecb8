import { expect, test } from 'bun:test'
import { html, textOf } from './_markup.ts'

test('html() escapes texts in content and in attributes', () => {
  const text = `<b a="1" c='2'>&`
  expect(textOf(html`<p title="${text}">${text}</p>`)).toBe(
    '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;">' +
      '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;</p>',
  )
})

test('html() keeps markup, joins lists and omits absent parts', () => {
  const parts = ['one', 'two'].map((each) => html`<li>${each}</li>`)
  expect(textOf(html`${parts}${undefined}${false}${0}`)).toBe('<li>one</li><li>two</li>0')
})

test('html() escapes a text that looks like markup', () => {
  expect(textOf(html`${'{"markup":"<b>"}'}`)).toBe('{&quot;markup&quot;:&quot;&lt;b&gt;&quot;}')
})
