/**
 * Credentials of the sandbox's merchant accounts, for the MIDs that stand for them. Any other text
 * is an account too. The test cards that treat the "primary" account specially mean `primary`, and
 * nothing else; `refusing` alone refuses.
 */
export const sandboxAccounts = {
  primary: "sandbox_primary",
  secondary: "sandbox_secondary",
  tertiary: "sandbox_tertiary",
  /** Its key was revoked: whatever is asked of it is refused. */
  refusing: "sandbox_refusing"
} as const
