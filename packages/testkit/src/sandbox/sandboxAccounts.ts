/**
 * The credentials of the sandbox's merchant accounts, for MIDs. Any other text is an account too,
 * except {@link refusingAccount}. Test cards with special behavior on the "primary" account mean
 * exactly `primary`.
 */
export const sandboxAccounts = {
  primary: "sandbox_primary",
  secondary: "sandbox_secondary",
  tertiary: "sandbox_tertiary"
} as const

/** The credentials of an account whose key was revoked. Every call is refused. */
export const refusingAccount = "sandbox_refusing"
