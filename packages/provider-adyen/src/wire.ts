/** A model of Adyen's as it goes over the wire: enumerations are texts, and so are dates. */
export type Wire<T> = T extends Date
  ? string
  : T extends string
    ? `${T}`
    : T extends ReadonlyArray<infer Each>
      ? ReadonlyArray<Wire<Each>>
      : T extends object
        ? { readonly [K in keyof T]: Wire<T[K]> }
        : T

/** The same as the SDK's class has it: it sends it as it is. */
export const toSdk = <T>(model: Wire<T>): T => model as unknown as T
