/**
 * Returns a text that somebody else wrote, as a part of a sentence. Its direction doesn't change
 * the sentence, also where no element can separate them.
 */
export const isolated = (text: string): string => `\u2068${text}\u2069`
