import { verifies } from '../../requirements/verifies.ts'
import { useTamperedService } from './_tampered_service.ts'
import { AGENT_SEEDS } from './agent_seeds.ts'
import { ANSWER_SEEDS } from './answer_seeds.ts'
import { HOSTILE_SEEDS } from './hostile_seeds.ts'
import { PAGE_SEEDS } from './page_seeds.ts'

const findSeed = useTamperedService()

for (const seed of [...ANSWER_SEEDS, ...AGENT_SEEDS, ...PAGE_SEEDS, ...HOSTILE_SEEDS]) {
  const [name] = seed
  verifies('operator.verify', `verify() names ${name}`, async () => {
    await findSeed(seed)
  })
}
