/** The class of links that an inferred model cannot place: they are tried, and judged by what they bring. */
export const UNPLACED_CLASS = ':unplaced'
