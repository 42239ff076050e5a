/** A model of Adyen's in the form that goes over the wire. Enumerations and dates are texts. */
export type Wire<T> = T extends Date
  ? string
  : T extends string
    ? `${T}`
    : T extends ReadonlyArray<infer Each>
      ? ReadonlyArray<Wire<Each>>
      : T extends object
        ? { readonly [K in keyof T]: Wire<T[K]> }
        : T

/** Returns a model in the type of the SDK's class. The SDK sends it unchanged. */
export const toSdk = <T>(model: Wire<T>): T => model as unknown as T
