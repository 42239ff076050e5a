/** What a table has under a key; null for what every object inherits. */
export const ownMember = <A>(
  table: Readonly<Record<string, A>>,
  key: string | undefined
): A | null => (key !== undefined && Object.hasOwn(table, key) ? (table[key] ?? null) : null)
