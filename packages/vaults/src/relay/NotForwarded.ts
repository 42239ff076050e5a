/**
 * A request that provably did not reach the provider. `classifyHttpFailure` of core takes errors
 * with this code as that proof, so a charge becomes `NotSent` and the next account is tried.
 */
export class NotForwarded extends Error {
  override readonly name = "NotForwarded"
  readonly code = "ECONNREFUSED"
}
