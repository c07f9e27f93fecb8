import { describe, expect, test } from 'bun:test'
import { sourceOf } from './source.ts'

describe('sourceOf()', () => {
  test('blanks comments and strings and keeps every line where it was', () => {
    const source = sourceOf('a.ts', "const a = 'x // y' // z\n/* b\n */ const c = /[/'\"]/g\n")
    expect(source.code).toBe("const a = '      '     \n    \n    const c = /     /g\n")
    expect(source.bare).toBe("const a = 'x // y'     \n    \n    const c = /[/'\"]/g\n")
  })
  test('sees code inside a template and the text around it apart', () => {
    const source = sourceOf('a.ts', `const a = \`any \${b({ c: \`\${d}!\` })} any\`; e / 2 / f`)
    expect(source.code).toBe(`const a = \`    \${b({ c: \`\${d} \` })}    \`; e / 2 / f`)
  })
})
