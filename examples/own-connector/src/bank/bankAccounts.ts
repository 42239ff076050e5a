/** An account at the bank, with its key and its secret. */
export interface BankAccount {
  readonly apiKey: string
  readonly webhookSecret: string
  /** True if the key was revoked. */
  readonly revoked?: true
}

/** The bank's accounts, by name. */
export const bankAccounts: Readonly<Record<"north" | "south" | "closed", BankAccount>> = {
  north: { apiKey: "bank_key_north", webhookSecret: "north's webhook secret" },
  south: { apiKey: "bank_key_south", webhookSecret: "south's webhook secret" },
  closed: { apiKey: "bank_key_closed", webhookSecret: "closed's webhook secret", revoked: true }
}

/** Returns the name of a key's account. Null for an unknown or revoked key. */
export const accountByKey = (apiKey: string): string | null =>
  Object.entries(bankAccounts).find(
    ([, account]) => account.apiKey === apiKey && account.revoked !== true
  )?.[0] ?? null
