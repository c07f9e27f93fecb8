import { listNames } from '../../contract/problem.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** Those that documentations use; there are 1,800 more. */
const SIGNS = new Map(
  `heavy_check_mark ✔️ white_check_mark ✅ ballot_box_with_check ☑️ x ❌ negative_squared_cross_mark ❎
  heavy_multiplication_x ✖️ no_entry ⛔ no_entry_sign 🚫 warning ⚠️ exclamation ❗ question ❓
  information_source ℹ️ bulb 💡 memo 📝 pencil 📝 pencil2 ✏️ book 📖 books 📚 bookmark 🔖 link 🔗
  rocket 🚀 sparkles ✨ star ⭐ fire 🔥 boom 💥 zap ⚡ tada 🎉 wave 👋 heart ❤️ smile 😄 eyes 👀
  thumbsup 👍 +1 👍 thumbsdown 👎 -1 👎 point_right 👉 arrow_right ➡️ arrow_left ⬅️ lock 🔒 key 🔑
  gear ⚙️ wrench 🔧 hammer 🔨 bug 🐛 package 📦 clock1 🕐 hourglass ⌛ construction 🚧 recycle ♻️`
    .trim()
    .split(/\s+/)
    .flatMap((word, at, all): [string, string][] => {
      return at % 2 === 0 ? [[word, all[at + 1] ?? '']] : []
    }),
)

const NAME_OR_CODE = /`[^`]*`|(?<![\w:/]):([a-z0-9+-][a-z0-9_+-]{0,40}):(?![\w:/])/g

/** Names such as `:x:` as their signs; names of others stay, with a note. */
export function writeEmoji(
  lines: readonly SourceLine[],
  source: SourceFolder,
  report: Report,
): readonly SourceLine[] {
  const isCode = createFenceFollower()
  const others = new Map<string, SourceLine>()
  const written = lines.map((line) => {
    if (isCode(line.text) || !line.text.includes(':')) return line
    const text = line.text.replace(NAME_OR_CODE, (whole, name: string | undefined) => {
      if (name === undefined) return whole
      const sign = SIGNS.get(name)
      if (sign === undefined && /[a-z]/.test(name)) others.set(whole, others.get(whole) ?? line)
      return sign ?? whole
    })
    return replaceText(line, text)
  })
  const [first] = others.values()
  if (first !== undefined) {
    const place = { file: source.show(first.file), line: first.line, column: 1 }
    const what = `names of emoji are kept as they are: ${listNames([...others.keys()])}`
    report.addNote(place, what, 'write the character itself')
  }
  return written
}
