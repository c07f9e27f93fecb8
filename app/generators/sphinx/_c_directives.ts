import { quote } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { formatCodeSpan } from '../../source_text/code_marks.ts'
import { isDeclaring, listCandidates, listTypeNames, readDeclaration } from './_c_objects.ts'
import type { Directive } from './_directive.ts'
import { splitSignatures } from './_objects.ts'
import { type PageContext, reportLoss } from './_page.ts'
import { addressOf, type Target } from './_targets.ts'
import { placeText, writeLink } from './_text.ts'

/** The declaration that a role or another declaration means. */
export function findDeclaration(
  role: string,
  name: string,
  { targets, scope }: PageContext,
): Target | undefined {
  for (const key of listCandidates(role, name, scope)) {
    const found = targets.findObject(key, { module: '', object: '' })
    if (found !== undefined) return found
  }
  return undefined
}

/** Names what Sphinx makes of the types in a declaration: older anchors, and links to them. */
export function reportTypes(
  { name, line }: Directive,
  signature: string,
  context: PageContext,
): void {
  if (!isDeclaring(name)) return
  const { isWhole, path } = readDeclaration(name, signature, context.scope)
  const others = listTypeNames(signature).filter((each) => each !== path.at(-1))
  if (isWhole && others.every((each) => findDeclaration(name, each, context) === undefined)) return
  const what = `what Sphinx makes of the types in ${quote(signature)} is left out`
  reportLoss(context, line, what, 'link to what we name it')
}

/** Declarations that stand elsewhere, by links to them; undefined for all other directives. */
export function writeAliases(
  { name, argument, line }: Directive,
  context: PageContext,
): readonly SourceLine[] | undefined {
  if (!/^c(?:pp)?:alias$/.test(name)) return undefined
  const what = 'declarations that stand elsewhere are links to them'
  reportLoss(context, line, what, 'repeat what readers need to see here')
  return splitSignatures(argument).flatMap((signature) => {
    const found = findDeclaration(name, signature, context)
    const code = formatCodeSpan(signature)
    return placeText(`- ${found === undefined ? code : writeLink(code, addressOf(found))}`, line)
  })
}
