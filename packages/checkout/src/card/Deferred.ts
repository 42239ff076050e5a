/** A promise that somebody else settles. Payers' browsers may not know `Promise.withResolvers`. */
export interface Deferred<A> {
  readonly promise: Promise<A>
  readonly resolve: (value: A) => void
  readonly reject: (reason: unknown) => void
}

/** One that nobody has settled yet. */
export const deferred = <A>(): Deferred<A> => {
  let settle: Omit<Deferred<A>, "promise"> | undefined
  const promise = new Promise<A>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return {
    promise,
    resolve: (value) => settle?.resolve(value),
    reject: (reason) => settle?.reject(reason)
  }
}

/** The frame of a field can't be loaded. */
export const notThere = (): Error => new Error("The card fields can't be loaded.")

/** The fields hold a card that could not be encrypted: by a browser without cryptography, say. */
export const notEncrypted = (): Error => new Error("The card could not be encrypted.")
