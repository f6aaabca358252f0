/** Reports what happened, to people and to the collection's events: a word for machines, the subject, and a sentence. */
export type Report = (kind: string, subject: string, message: string) => void
