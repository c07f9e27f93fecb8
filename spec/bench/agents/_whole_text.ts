import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base'
import type { PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import type { Setting } from './_policy.ts'

/** `llms-full.txt` put before the model, whole or as many of its tokens as fit. */
export async function createWholeText(
  docs: PublicDocs,
  tokensMax = Number.POSITIVE_INFINITY,
): Promise<Setting> {
  const { baseUrl, registry, file } = docs.current()
  const stored = file(registry.llms.full_path.slice(1))
  const read = await stored?.read()
  if (read?.ok !== true) throw new Error(`Cannot read "${registry.llms.full_path}"`)
  const whole = new TextDecoder().decode(read.value)
  const isCut = Number.isFinite(tokensMax)
  return {
    name: isCut ? `llms-full.txt, ${tokensMax} tokens` : 'llms-full.txt',
    baseUrl,
    preamble: isCut ? decode(encode(whole).slice(0, tokensMax)) : whole,
  }
}
