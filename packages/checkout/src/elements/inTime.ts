/** Rejects if a promise takes longer than an encryption may. */
export const inTime = <A>(promise: Promise<A> | undefined): Promise<A | undefined> =>
  Promise.race([
    Promise.resolve(promise),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("The card fields don't answer.")), encryptedWithinMs)
    })
  ])

/** The timeout of an encryption. It is longer than the time that a frame has to load. */
const encryptedWithinMs = 25_000
