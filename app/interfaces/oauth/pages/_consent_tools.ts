import type { BusinessRegistry, BusinessTool } from '../../../contract/business.ts'
import type { BusinessScope } from '../../../contract/oauth.ts'
import { html, type Markup } from './_markup.ts'

/** Lists the exact tools of the requested scopes, reading and changing apart. */
export function renderToolLists(
  registry: BusinessRegistry,
  scopes: readonly BusinessScope[],
  isWriteChosen: boolean,
): Markup {
  const reads = scopes.includes('mcp:business:read')
  const writes = scopes.includes('mcp:business:write')
  return html`<section aria-labelledby="tools">
<h2 id="tools">What this client can do</h2>
${reads && renderReadTools(toolsOf(registry, 'mcp:business:read'))}
${writes && renderWriteTools(toolsOf(registry, 'mcp:business:write'), reads, isWriteChosen)}
</section>`
}

function toolsOf(registry: BusinessRegistry, scope: BusinessScope): readonly BusinessTool[] {
  return registry.tools.filter((tool) => tool.scope === scope)
}

function renderReadTools(tools: readonly BusinessTool[]): Markup {
  return html`<h3>Read</h3>
<p>View records of the business, without changing them.</p>
${renderTools(tools)}`
}

/** The user may refuse write access if read access was requested too (RFC 6749 section 3.3). */
function renderWriteTools(
  tools: readonly BusinessTool[],
  isOptional: boolean,
  isChosen: boolean,
): Markup {
  const choice = html`<p class="choice"><input type="checkbox" id="write" name="write" value="yes"
${isChosen ? html` checked` : undefined}> <label for="write">Allow changes</label></p>`
  return html`<h3>Change</h3>
<p>Change records of the business on your behalf.</p>
${isOptional && choice}
${renderTools(tools)}`
}

function renderTools(tools: readonly BusinessTool[]): Markup {
  const items = tools.map(
    (tool) => html`<li><strong>${tool.title}</strong>
<span class="say">${tool.description}</span>${renderHold(tool)}</li>`,
  )
  return html`<ul class="tools">${items}</ul>`
}

/** The domain may hold other calls too; it decides that at the time of the call. */
function renderHold({ kind, hold }: BusinessTool): Markup | false {
  const isHeld = kind === 'write' && hold === 'always'
  return (
    isHeld &&
    html`<span class="held">Needs approval: nothing happens until a person approves it.</span>`
  )
}
