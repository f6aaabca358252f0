import { createHmac } from 'node:crypto'
import { request } from 'undici'
import { errorMessage } from '../../env/failure.ts'
import { messageOf, type Notice } from './message.ts'
import type { Delivery, Hook } from './outbox.ts'

/** A receiver that takes longer counts as down. */
const TIMEOUT_MS = 10_000

/** Sends a delivery. Returns null if the receiver accepted it, otherwise the reason. */
export async function sendWebhook(
  hook: Hook,
  delivery: Delivery,
  told: Notice,
  nowMs: number,
): Promise<string | null> {
  const { type, body } = messageOf(hook.form, told)
  try {
    const { statusCode, body: answer } = await request(hook.target, {
      method: 'POST',
      headers: {
        'content-type': type,
        'user-agent': 'tidewatch',
        'tidewatch-delivery': `${delivery.hook}-${delivery.id}`,
        // A delivery with an attempt above 1 may have arrived before.
        'tidewatch-attempt': String(delivery.attempts + 1),
        'tidewatch-signature': signature(hook.secret, Math.floor(nowMs / 1000), body),
      },
      body,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    await answer.dump()
    return statusCode >= 200 && statusCode < 300 ? null : `the receiver answered HTTP ${statusCode}`
  } catch (error) {
    return errorMessage(error)
  }
}

/** `t=SECONDS,v1=HMAC`. The receiver verifies the HMAC over `SECONDS.BODY`, and that the time is recent. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
