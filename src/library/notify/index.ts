/**
 * Notifications of changes, by webhook or as a digest by mail. Every notification is written to disk before anything is sent and marked as
 * sent when the receiver has confirmed it, so nothing is lost while a receiver, the network or this process is down. A webhook that may have
 * arrived before says so in a header. The changes of one page arrive in order.
 *
 *   outbox.ts     hooks and deliveries, in a small database of the server
 *   notifier.ts   collects changes, sends what is due, retries with longer and longer pauses
 *   message.ts    what is sent, in the form that the receiver takes                        said-by-change.ts: what the change says
 *   webhook.ts    one signed request                                                       mail.ts: one digest
 */
export { type ChangeFilter, passing } from './change-filter.ts'
export { MESSAGE_FORMS } from './message.ts'
export { Notifier } from './notifier.ts'
export { Outbox } from './outbox.ts'
export { saidBy } from './said-by-change.ts'
