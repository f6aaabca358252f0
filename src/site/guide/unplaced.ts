/** Of links that an inferred model cannot place: tried, and judged by what they bring. */
export const UNPLACED_CLASS = ':unplaced'
