import { expect, test } from 'bun:test'
import { splitLede } from './_lede.ts'

test('splitLede() moves the first paragraph up where it is the description', () => {
  const body =
    '<p>Pour <a href="/a/">it</a>,\n&amp; &quot;wait&quot; <code>3</code>\'.</p>\n<h2>A</h2>\n'
  expect(splitLede('Pour it, & "wait" 3\'.', body)).toEqual({
    lede: 'Pour <a href="/a/">it</a>, &amp; &quot;wait&quot; <code>3</code>\'.',
    rest: '<h2>A</h2>\n',
  })
})

test('splitLede() leaves a text that says more than its description', () => {
  for (const body of [
    '<p>A. B.</p>\n',
    '<h2>A.</h2>\n<p>A.</p>\n',
    '<p><img src="a">A.</p>\n',
    '',
  ]) {
    expect(splitLede('A.', body)).toEqual({ lede: 'A.', rest: body })
  }
  expect(splitLede('<b>', '<p>c</p>')).toEqual({ lede: '&lt;b&gt;', rest: '<p>c</p>' })
})

test('splitLede() leaves the anchors above the text where they are', () => {
  const body = '<span id="a"></span>\n<span id="b"></span>\n<p>Pour it.</p>\n<h2>A</h2>\n'
  expect(splitLede('Pour it.', body)).toEqual({
    lede: 'Pour it.',
    rest: '<span id="a"></span>\n<span id="b"></span>\n<h2>A</h2>\n',
  })
})
