import { expect, test } from 'bun:test'
import { MATH_CLASSES, renderMath } from './math.ts'

const FORMULAS = [
  String.raw`\int_0^1 x^2\,dx`,
  String.raw`\begin{pmatrix}a&b\\c&d\end{pmatrix}`,
  String.raw`\begin{cases}x&y\\z&w\end{cases}`,
  String.raw`\begin{aligned}a&=b\\c&=d\end{aligned}`,
  String.raw`\begin{array}{|c|r|}\hline a&b\\\hline\end{array}`,
  String.raw`\boxed{x}\quad\color{red}x\tag{1}`,
]

test('renderMath() gives MathML without inline style', () => {
  for (const tex of FORMULAS) {
    const drawn = renderMath(tex, true)
    const html = 'html' in drawn ? drawn.html : drawn.fault
    expect(html).toStartWith('<math')
    expect(html).not.toMatch(/\sstyle=|<style/)
  }
  expect(JSON.stringify(renderMath(String.raw`\boxed{x}`, false))).toContain('m-box')
  expect(JSON.stringify(renderMath(String.raw`\color{red}x`, false))).toContain('mathcolor')
  expect(MATH_CLASSES.length).toBeGreaterThan(10)
})

test.each([
  [String.raw`\foo`, 'unsupported function name: \\foo'],
  [String.raw`\frac{a}{b`, 'unexpected end of input in a macro argument'],
  [String.raw`\style{color:red}{x}`, 'function "\\style" is not trusted'],
  ['x'.repeat(5001), 'it has more than 5000 characters'],
])('renderMath() says what is wrong with %p', (tex, fault) => {
  const drawn = renderMath(tex, true)
  expect('fault' in drawn ? drawn.fault : 'none').toStartWith(fault)
})
