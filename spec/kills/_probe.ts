import { createBusinessCaller } from '../support/business_calls.ts'
import type { Note, RunRecord } from './run_record.ts'

/** Checks a sample of what was acknowledged through the service itself, as a client would. */
export async function probe(
  url: string,
  record: RunRecord,
  given: { readonly access: string; readonly sample: number; readonly random: () => number },
): Promise<readonly string[]> {
  const { access, sample, random } = given
  const { call } = createBusinessCaller(url)
  const faults: string[] = []
  for (const { word } of sampleItems<Note>([...record.notes.values()], sample, random)) {
    const { result } = await call('search_records', { query: word }, access)
    const found = result?.structuredContent?.records?.length
    if (found !== 1) faults.push(`search finds ${found} records, not 1: ${word}`)
  }
  const alive = record.redeemed.filter(({ inUse, replayed }) => !inUse && !replayed)
  for (const redeemed of sampleItems(alive, sample, random)) {
    const { status } = await call('get_business_profile', {}, redeemed.access)
    if (status !== 200) faults.push(`an acknowledged token is answered with ${status}`)
  }
  return faults
}

/** The newest items, which a kill could have lost, and some of the others. */
function sampleItems<Item>(
  items: readonly Item[],
  count: number,
  random: () => number,
): readonly Item[] {
  const others = items.slice(0, -count)
  const picked = Array.from(
    { length: Math.min(count, others.length) },
    () => others[Math.floor(random() * others.length)],
  )
  return [...items.slice(-count), ...picked.filter((item) => item !== undefined)]
}
