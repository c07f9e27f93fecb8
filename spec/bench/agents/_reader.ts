import type { Task } from './_tasks.ts'

/** How a task ended: the right answer, a claim that the documentation denies, or no answer. */
export type Verdict = 'right' | 'wrong' | 'missed'

/**
 * A perfect reader, the same for every setting: it has its answer as soon as what it has read holds
 * it, and it makes a wrong claim when what it has read speaks of a feature and nothing says that it
 * is not there. Undefined while it would read on. `text` is plain.
 */
export function judge(task: Task, text: string, baseUrl: string): 'right' | 'wrong' | undefined {
  if (task.kind === 'find') return findsPage(task, text, baseUrl) ? 'right' : undefined
  if (hasAnswer(task.answers, text)) return 'right'
  const status = readStatus(task, text, baseUrl)
  if (status !== undefined) return status === task.status ? 'right' : 'wrong'
  return task.trap !== undefined && text.includes(toPlain(task.trap)) ? 'wrong' : undefined
}

/** Whether one of the lists is in a plain text, all of it. */
export function hasAnswer(answers: Task['answers'], text: string): boolean {
  return (answers ?? []).some((all) => all.every((one) => text.includes(toPlain(one))))
}

/** Text without the marks of Markdown and JSON, which no reader minds. */
export function toPlain(text: string): string {
  return text
    .replace(/\\n/g, ' ')
    .replace(/\\"/g, '"')
    .replace(/\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/[*`]+|\\(?=\W)/g, '')
    .replace(/\s+/g, ' ')
}

function findsPage({ pages = [] }: Task, text: string, baseUrl: string): boolean {
  return pages.some((path) => toAddress(baseUrl, path).test(text))
}

/** What the record of one of the pages says, where its address and its status stand together. */
function readStatus({ pages = [] }: Task, text: string, baseUrl: string): string | undefined {
  for (const path of pages) {
    const { source } = toAddress(baseUrl, path)
    const record = new RegExp(`${source}(?:(?!https?://).){0,400}?\\bstatus"?: ?"?([a-z_]+)`, 'i')
    const status = record.exec(text)?.[1]
    if (status !== undefined) return status
  }
  return undefined
}

/** The address of a page and nothing below it. */
function toAddress(baseUrl: string, path: string): RegExp {
  return new RegExp(`${RegExp.escape(`${baseUrl}${path}`)}(?![\\w-])`)
}
