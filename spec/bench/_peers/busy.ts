/** Keeps a core as busy as a load client does, and answers nothing. */
import { stayAwake } from '../_awake.ts'

stayAwake({ running: true })
