import { expect, test } from 'bun:test'
import { readJsxFront } from './script_markup.ts'

const WORDS = { title: 'Pots', tagline: 'Boil' }

test('readJsxFront() reads links and cards in the markup of a program', () => {
  const program = `export default () => <main>
    <h1>Boil <b>water</b></h1><p>Fast.</p>
    <div className={styles.buttons}><Link to="/a">A</Link></div><a href="/b">no action</a>
    <div><div><h2><a href="/c">C</a></h2><p>Cups.</p></div><div><h3>D</h3><p>Of {n}.</p></div>
    <div><h3>E</h3><p>Ears.</p></div></div></main>`
  expect(readJsxFront([program], WORDS)).toEqual({
    ...{ promise: 'Boil water', tagline: 'Fast.', actions: [{ text: 'A', href: '/a' }] },
    cards: [
      { title: 'C', text: 'Cups.', href: '/c' },
      { title: 'E', text: 'Ears.', href: undefined },
    ],
  })
})

test('readJsxFront() gives up on programs that are no front page', () => {
  const [open, close] = ['<div className="cta">'.repeat(3000), '</div>'.repeat(3000)]
  const nested = `export default () => ${open}${close}`
  const calls = `const a = ${'f('.repeat(3000)}${')'.repeat(3000)}`
  for (const program of [nested, calls, 'export default () => <a', '']) {
    expect(readJsxFront([program], WORDS)).toBeUndefined()
  }
})
