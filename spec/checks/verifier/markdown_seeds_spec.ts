import { verifies } from '../../requirements/verifies.ts'
import { useTamperedService } from './_tampered_service.ts'
import { MARKDOWN_SEEDS } from './markdown_seeds.ts'

const findSeed = useTamperedService({ MCP_RESULT_TEXT: 'markdown' })

for (const seed of MARKDOWN_SEEDS) {
  const [name] = seed
  verifies(['operator.verify', 'mcp.result_text'], `verify() names ${name}`, async () => {
    await findSeed(seed)
  })
}
