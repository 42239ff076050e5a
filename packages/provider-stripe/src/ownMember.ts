/** Returns a table's own value under a key, or null for missing keys and for inherited members. */
export const ownMember = <A>(
  table: Readonly<Record<string, A>>,
  key: string | undefined
): A | null => (key !== undefined && Object.hasOwn(table, key) ? (table[key] ?? null) : null)
