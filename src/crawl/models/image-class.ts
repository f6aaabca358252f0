/** Pictures that a record names: fetched for its sake, not pages of any class. */
export const IMAGE_CLASS = ':image'
