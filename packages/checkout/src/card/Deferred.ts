/** A promise that other code settles. Payers' browsers may not have `Promise.withResolvers`. */
export interface Deferred<A> {
  readonly promise: Promise<A>
  readonly resolve: (value: A) => void
  readonly reject: (reason: unknown) => void
}

/** Returns a promise that is not settled. */
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

/** Returns the error of a frame that can't be loaded. */
export const notThere = (): Error => new Error("The card fields can't be loaded.")

/**
 * Returns the error of a card that could not be encrypted, such as in a browser without
 * cryptography.
 */
export const notEncrypted = (): Error => new Error("The card could not be encrypted.")
