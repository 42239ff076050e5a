/** A value as the page gets it: amounts are strings of minor units. */
export type Wire<A> = A extends string | number | boolean | null | undefined
  ? A
  : A extends bigint
    ? string
    : A extends ReadonlyArray<infer Item>
      ? ReadonlyArray<Wire<Item>>
      : A extends object
        ? { readonly [Key in keyof A]: Wire<A[Key]> }
        : A
