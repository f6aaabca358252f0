/** What receivers get: an event for programs, or a text for people in the form that their chat takes. */
import type { PageChange } from '../index.ts'

/** `event`: JSON for programs; `slack` (also Mattermost, Rocket.Chat, Google Chat), `discord`; `text`: plain, as ntfy takes it. */
export const MESSAGE_FORMS = ['event', 'slack', 'discord', 'text'] as const
export type MessageForm = (typeof MESSAGE_FORMS)[number]

export interface Notice {
  readonly type: 'page.changed' | 'test'
  readonly collection: string
  /** As it was stored: its time is a text. */
  readonly change: Omit<PageChange, 'at' | 'cursor'> & { readonly at: string }
  /** The lines that differ; '' if they cannot be read. */
  readonly diff: string
}

export interface Message {
  readonly type: string
  readonly body: string
}

const JSON_TYPE = 'application/json'

export function messageOf(form: MessageForm, told: Notice): Message {
  switch (form) {
    case 'event':
      return { type: JSON_TYPE, body: JSON.stringify(told) }
    case 'slack':
      return { type: JSON_TYPE, body: JSON.stringify({ text: slackText(inChat(told)) }) }
    case 'discord':
      // What a page says must call nobody.
      return {
        type: JSON_TYPE,
        body: JSON.stringify({ content: inChat(told), allowed_mentions: { parse: [] } }),
      }
    case 'text':
      return { type: 'text/plain; charset=utf-8', body: plainText(told) }
  }
}

/** A change for people: where, in one line what, then the lines that differ. */
export function plainText({ change, diff }: Pick<Notice, 'change' | 'diff'>): string {
  return [change.url, summaryOf(change), ...(diff === '' ? [] : ['', diff])].join('\n')
}

const summaryOf = ({ change }: Notice['change']) => change?.summary ?? change?.why ?? 'changed'

/** The difference stands in a block of code, where nothing that pages say is markup. */
function inChat({ change, diff }: Notice): string {
  const lines = diff === '' ? [] : ['```', diff.replaceAll('`', 'ˋ'), '```']
  return [change.url, summaryOf(change), ...lines].join('\n')
}

const slackText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
