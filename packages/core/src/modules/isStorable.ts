/** Returns true for a text that every database can store and return. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")
