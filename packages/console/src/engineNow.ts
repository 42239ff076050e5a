const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const timeLength = 10

/**
 * Returns the engine's time, in milliseconds since the epoch, from an id that the engine has just
 * made. The engine of a demo or a test may have a clock of its own.
 */
export const engineNow = (requestId: string): number =>
  [...requestId.slice(requestId.indexOf("_") + 1).slice(0, timeLength)].reduce(
    (time, character) => time * alphabet.length + alphabet.indexOf(character),
    0
  )
