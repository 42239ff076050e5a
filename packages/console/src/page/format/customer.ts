interface Named {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

/** Returns the best name of a customer: their name, email address, or the end of their id. */
export const customerLabel = ({ id, name, email }: Named): string =>
  name ?? email ?? `Customer …${id.slice(-8)}`
