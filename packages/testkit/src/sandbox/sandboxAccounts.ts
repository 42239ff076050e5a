/**
 * Credentials of the sandbox's merchant accounts, for the MIDs that stand for them. Any other text
 * is an account too, but for {@link refusingAccount}. The test cards that treat the "primary"
 * account specially mean `primary`, and nothing else.
 */
export const sandboxAccounts = {
  primary: "sandbox_primary",
  secondary: "sandbox_secondary",
  tertiary: "sandbox_tertiary"
} as const

/** Credentials of an account whose key was revoked: whatever is asked of it is refused. */
export const refusingAccount = "sandbox_refusing"
