/** Tells people and the collection's events what happened: a word for machines, what it is about, and a sentence. */
export type Report = (kind: string, subject: string, message: string) => void
