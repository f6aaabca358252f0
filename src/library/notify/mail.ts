import { errorMessage, importExtra } from '../../env/index.ts'
import type { PageChange } from '../index.ts'
import type { Delivery, Hook } from './outbox.ts'

export interface MailSettings {
  /** `smtp://user:password@host:587`, `smtps://…`. */
  readonly server: string
  readonly from: string
}

/** Sends a digest. Returns null if the mail server accepted it, otherwise the reason. */
export async function sendDigest(
  { server, from }: MailSettings,
  hook: Hook,
  deliveries: readonly Delivery[],
): Promise<string | null> {
  const { createTransport } = await importExtra('nodemailer', 'mail', () => import('nodemailer'))
  const changes = deliveries.map(each => JSON.parse(each.body) as PageChange)
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
  try {
    await createTransport(server).sendMail({
      from,
      to: hook.target,
      subject: `${count} in ${hook.collection}`,
      text: changes.map(digestLine).join('\n\n'),
    })
    return null
  } catch (error) {
    return errorMessage(error)
  }
}

const digestLine = ({ url, at, change }: PageChange): string =>
  `${url}\n  ${String(at)}  ${change?.summary ?? change?.why ?? 'changed'}`
