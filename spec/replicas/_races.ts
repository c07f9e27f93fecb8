import {
  fieldsOf,
  findForm,
  newBrowser,
  obtainCode,
  redeem,
  refresh,
  register,
} from '../races/client.ts'
import { createBusinessCaller } from '../support/business_calls.ts'
import type { Deployment } from './deployment.ts'

/** How often each outcome came; the name says which, such as `200` or `400 invalid_grant`. */
export type Outcomes = Readonly<Record<string, number>>

/** How long the last request takes to arrive, on one machine. */
const ARRIVE_MS = 100

/**
 * Sends calls while all replicas are paused, so that none is answered before the last has come;
 * nginx spreads them.
 */
async function raceAll<Answer>(
  { replicas }: Deployment,
  calls: number,
  send: () => Promise<Answer>,
): Promise<readonly Answer[]> {
  const pids = replicas.map((replica) => replica.running().pid)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const sent = Array.from({ length: calls }, send)
  await Bun.sleep(ARRIVE_MS)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  return await Promise.all(sent)
}

/** One code, redeemed many times at once; then whether the tokens of the winner still work. */
export async function raceCode(deployment: Deployment, calls: number): Promise<Outcomes> {
  const { url } = deployment
  const clientId = await register(url, 'Racer of codes')
  const consented = await obtainCode(newBrowser(url), url, clientId)
  const answers = await raceAll(deployment, calls, () => redeem(url, clientId, consented))
  const winner = answers.find(({ status }) => status === 200)
  return { ...countOf(answers), ...(await tryToken(url, winner?.access ?? '')) }
}

/** One refresh token, used many times at once. */
export async function raceRefresh(deployment: Deployment, calls: number): Promise<Outcomes> {
  const { url } = deployment
  const clientId = await register(url, 'Racer of refreshes')
  const first = await redeem(url, clientId, await obtainCode(newBrowser(url), url, clientId))
  const answers = await raceAll(deployment, calls, () => refresh(url, clientId, first.refresh))
  return { ...countOf(answers), ...(await tryToken(url, first.access)) }
}

/** One held call, approved many times at once; then how often the product has it. */
export async function raceApproval(deployment: Deployment, calls: number): Promise<Outcomes> {
  const { url } = deployment
  const browser = newBrowser(url)
  const clientId = await register(url, 'Racer of approvals')
  const { access } = await redeem(url, clientId, await obtainCode(browser, url, clientId))
  const { call } = createBusinessCaller(url)
  const jobs = await call('list_jobs', { status: 'confirmed' }, access)
  const id = jobs.result?.structuredContent?.records?.[0]?.id ?? ''
  await call('cancel_job', { id, cancel_reason: 'Raced.' }, access)
  const account = await browser.open('/account')
  const body = fieldsOf(findForm(account, 'Approve'), 'Approve').toString()
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const answers = await raceAll(deployment, calls, async () => {
    const answer = await fetch(`${url}/account`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        origin: url,
        cookie,
      },
      body,
    })
    await answer.text()
    const done = new URLSearchParams(answer.headers.get('location')?.split('?')[1]).get('done')
    return { status: answer.status, error: done ?? undefined }
  })
  return countOf(answers)
}

function countOf(
  answers: readonly { readonly status: number; readonly error?: string | undefined }[],
): Outcomes {
  const counts: Record<string, number> = {}
  for (const { status, error } of answers) {
    const name = error === undefined ? String(status) : `${status} ${error}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Whether a token is still good for anything, as an outcome. */
async function tryToken(url: string, access: string): Promise<Outcomes> {
  const { status } = await createBusinessCaller(url).call('get_business_profile', {}, access)
  return { [`token then ${status}`]: 1 }
}
