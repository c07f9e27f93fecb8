import type { Markup } from './_page_markup.ts'

const SHEET = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f5f1, #14161a);
  --panel: light-dark(#ffffff, #1d2025);
  --ink: light-dark(#1f2328, #e6e8eb);
  --soft: light-dark(#545b64, #a9b1bb);
  --line: light-dark(#d9d7cf, #383d45);
  --edge: light-dark(#7b818a, #7d8590);
  --link: light-dark(#0b5394, #8fc1f2);
  --deed: light-dark(#0b5394, #8fc1f2);
  --on-deed: light-dark(#ffffff, #10151b);
  --warm: light-dark(#7a4a00, #f0c078);
  --warm-ground: light-dark(#fdf4e3, #2a2317);
  --bad: light-dark(#9b2c2c, #f5a8a2);
  --good: light-dark(#1a6b3c, #8ad6a8);
}
*, *::before, *::after { box-sizing: border-box; }
html { text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial,
    sans-serif;
  overflow-wrap: anywhere;
}
header, main { width: 100%; max-width: 42rem; margin: 0 auto; padding: 0 1rem; }
header { padding-block: 1.5rem .75rem; }
.service { margin: 0; color: var(--soft); font-weight: 600; }
main {
  margin-bottom: 3rem;
  padding-block: .25rem 1.75rem;
  background: var(--panel);
  border-block: 1px solid var(--line);
}
h1 { margin: 1.25rem 0 .75rem; font-size: 1.625rem; line-height: 1.25; letter-spacing: -.01em; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1875rem; line-height: 1.3; }
h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; line-height: 1.4; }
p { margin: .5rem 0; }
a { color: var(--link); text-underline-offset: .15em; }
.lead { font-size: 1.0625rem; }
.say { display: block; color: var(--soft); font-size: .9375rem; }
.note { color: var(--soft); }
.tag {
  padding: .05rem .45rem;
  border: 1px solid currentcolor;
  border-radius: 1rem;
  color: var(--warm);
  font-size: .8125rem;
  font-weight: 400;
  white-space: nowrap;
}
.code, code, pre {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  font-size: .9375rem;
}
.facts { margin: 1rem 0; }
.facts > div { padding: .5rem 0; border-top: 1px solid var(--line); }
.facts > div:last-child { border-bottom: 1px solid var(--line); }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; }
dd form { margin: 0; }
fieldset {
  min-width: 0;
  margin: 1.5rem 0;
  padding: .25rem 1rem .75rem;
  border: 1px solid var(--edge);
  border-radius: .5rem;
}
fieldset[aria-invalid] { border: 2px solid var(--bad); }
legend { padding: 0 .375rem; font-size: 1.1875rem; font-weight: 650; }
.choice { display: flex; gap: .75rem; align-items: flex-start; margin: .25rem 0; }
.choice input {
  flex: none;
  width: 1.375rem;
  height: 1.375rem;
  margin: .7rem 0 0;
  accent-color: var(--deed);
}
.choice label { flex: 1; min-width: 0; padding: .55rem 0; cursor: pointer; }
.tools { margin: .5rem 0; padding: 0; list-style: none; }
.tools li { padding: .5rem 0 .5rem .875rem; border-left: 3px solid var(--line); }
.tools li + li { margin-top: .375rem; }
.held { display: block; color: var(--warm); font-size: .9375rem; }
.warning, .summary, .done {
  margin: 1rem 0;
  padding: .75rem 1rem;
  border-left: 4px solid var(--warm);
  border-radius: .25rem;
  background: var(--warm-ground);
}
.summary { border: 2px solid var(--bad); background: none; }
.summary h2 { margin: 0 0 .25rem; color: var(--bad); }
.done { border-left-color: var(--good); background: none; border-block: 1px solid var(--line); }
.moved { display: none; margin-bottom: 0; }
fieldset:has(.kept:not(:checked)) .moved { display: block; }
.ways { margin: 1.25rem 0; padding: 0; list-style: none; }
.ways li { margin: .625rem 0; }
.ways button { width: 100%; text-align: start; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0 .25rem; }
button {
  min-height: 2.75rem;
  padding: .5rem 1.25rem;
  border: 1px solid var(--edge);
  border-radius: .375rem;
  background: var(--panel);
  color: var(--ink);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { border-color: var(--ink); }
button.first { border-color: var(--deed); background: var(--deed); color: var(--on-deed); }
button.first:hover { text-decoration: underline; }
button.plain {
  min-height: 1.75rem;
  padding: .125rem 0;
  border: 0;
  background: none;
  color: var(--link);
  font-weight: 400;
  text-align: start;
  text-decoration: underline;
  text-underline-offset: .15em;
}
:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; border-radius: .25rem; }
article {
  margin: 1rem 0;
  padding: .25rem 1rem 1rem;
  border: 1px solid var(--line);
  border-radius: .5rem;
}
article h3 { margin-top: .75rem; font-size: 1.0625rem; }
.data {
  margin: .5rem 0;
  padding: .75rem;
  border: 1px solid var(--line);
  border-radius: .375rem;
  background: var(--ground);
  white-space: pre-wrap;
}
.row {
  display: flex;
  flex-wrap: wrap;
  gap: .25rem 1.5rem;
  align-items: center;
  justify-content: space-between;
}
.row .buttons { margin: 0; }
.hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@media (min-width: 44rem) {
  main { padding-inline: 2rem; border: 1px solid var(--line); border-radius: .75rem; }
  header { padding-inline: 2rem; }
  .facts > div {
    display: grid;
    grid-template-columns: 11rem 1fr;
    gap: 1rem;
    align-items: baseline;
  }
}
@media print {
  .buttons { display: none; }
}
`

/** The style of all pages; each page includes it, and the policy allows it by its digest. */
export const STYLE: Markup = { markup: SHEET }

/** The style as a source of a Content-Security-Policy (CSP level 3, section 2.3.1). */
export const STYLE_SOURCE: Promise<string> = digestSource(SHEET)

async function digestSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
