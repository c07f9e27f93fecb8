import type { MarkdownIt, StateCore } from 'markdown-it'

const BOX = /^\[([ xX])\][ \t]+(?=\S)/

/** Marks the items of a list that start with `[ ]` or `[x]`. */
export function addTaskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task_lists', markTasks)
}

function markTasks({ tokens }: StateCore): void {
  for (const [at, token] of tokens.entries()) {
    const item = tokens[at - 2]
    if (token.type !== 'inline' || tokens[at - 1]?.type !== 'paragraph_open') continue
    if (item?.type !== 'list_item_open') continue
    const [first] = token.children ?? []
    const box = first?.type === 'text' ? BOX.exec(first.content) : null
    if (first === undefined || box === null) continue
    first.content = first.content.slice(box[0].length)
    const isDone = box[1] !== ' '
    item.meta = { ...item.meta, task: isDone ? 'done' : 'open' }
    token.meta = { ...token.meta, task: isDone ? 'done' : 'open' }
  }
}
