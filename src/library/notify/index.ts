/**
 * Telling others of changes: webhooks, and digests by mail. What is to be told is written down before anything is sent and crossed off when
 * the receiver has said that it has it, so nothing is lost while a receiver, the network or this process is away; what may have arrived
 * already says so in its header. The changes of one page arrive in their order.
 *
 *   outbox.ts     hooks and deliveries in a small database of the server
 *   notifier.ts   takes changes in, sends what is due, tries again with longer and longer pauses
 *   webhook.ts    one signed request                                                       mail.ts: one digest
 */
export { type ChangeFilter, passing } from './change-filter.ts'
export { Notifier } from './notifier.ts'
export { Outbox } from './outbox.ts'
