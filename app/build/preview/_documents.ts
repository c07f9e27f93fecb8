import { escapeHtml } from '../../contract/html_escape.ts'
import { formatProblem, type Problem } from '../../contract/problem.ts'
import { PREVIEW_PATH } from './messages.ts'

/** What a page of the preview was made from. */
type PreviewState = { readonly run: string; readonly revision: number }

/** Puts the script of the preview into a document; a build never has it. */
export function insertScript(html: string, shown: PreviewState): string {
  const at = html.indexOf('</head>')
  return at < 0 ? html : html.slice(0, at) + renderTags(shown) + html.slice(at)
}

export function renderUnreadable(problems: readonly Problem[], shown: PreviewState): string {
  const items = problems.map((problem) => `<li>${escapeHtml(formatProblem(problem))}</li>\n`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cannot show this corpus yet</title>
${renderTags(shown)}</head>
<body>
<main>
<h1>Cannot show this corpus yet</h1>
<p>This page follows as soon as these are fixed:</p>
<ul>
${items.join('')}</ul>
</main>
</body>
</html>
`
}

function renderTags({ run, revision }: PreviewState): string {
  const data = `data-run="${run}" data-revision="${revision}"`
  return `<link rel="stylesheet" href="${PREVIEW_PATH}preview.css">
<script defer src="${PREVIEW_PATH}preview.js" ${data}></script>
`
}
