import { errorMessage, importExtra } from '../../env/index.ts'
import { type Notice, plainText } from './message.ts'
import type { Hook } from './outbox.ts'

export interface MailSettings {
  /** `smtp://user:password@host:587`, `smtps://…`. */
  readonly server: string
  readonly from: string
}

/** Sends a digest. Returns null if the mail server accepted it, otherwise the reason. */
export async function sendDigest(
  { server, from }: MailSettings,
  hook: Hook,
  all: readonly Notice[],
): Promise<string | null> {
  const { createTransport } = await importExtra('nodemailer', 'mail', () => import('nodemailer'))
  try {
    await createTransport(server).sendMail({
      from,
      to: hook.target,
      subject: subjectOf(hook, all),
      text: all.map(entryOf).join('\n\n'),
    })
    return null
  } catch (error) {
    return errorMessage(error)
  }
}

function subjectOf({ collection }: Hook, all: readonly Notice[]): string {
  const [first, second] = all
  return first && !second
    ? `1 change in ${collection}: ${first.change.url}`
    : `${all.length} changes in ${collection}`
}

function entryOf(told: Notice): string {
  const [url = '', ...lines] = plainText(told).split('\n')
  return [url, `  ${told.change.at}`, ...lines.map(line => `  ${line}`.trimEnd())].join('\n')
}
