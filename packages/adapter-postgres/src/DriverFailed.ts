/** The driver could not do what it was asked for: the server refused it, or did not answer. */
export class DriverFailed extends Error {
  override readonly name = "DriverFailed"
  /** What the server answered with, of five characters; null where it did not answer. */
  readonly sqlState: string | null

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    const { code } = cause instanceof Error && "code" in cause ? cause : { code: null }
    // What the system answers with, such as ECONNRESET, is longer.
    this.sqlState = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : null
  }
}

/** Whether another transaction was in the way, so that the same may well succeed now. */
export const isCollision = (cause: unknown): boolean =>
  cause instanceof DriverFailed && ["40001", "40P01"].includes(cause.sqlState ?? "")
