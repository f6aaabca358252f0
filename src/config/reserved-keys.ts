/** Keys that belong to the product but not to this version. They are named, since silence would look like obedience. */
export const RESERVED: ReadonlySet<string> = new Set(['extract.patterns'])
