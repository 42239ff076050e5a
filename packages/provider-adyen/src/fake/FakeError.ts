import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"

/** What Adyen answers with an error of its own. */
export class FakeError extends Error {
  readonly status: number
  readonly body: Wire<Types.checkout.ServiceError>
  /** Whether the same call may pass later. */
  readonly isTransient: boolean

  constructor(status: number, errorCode: string, message: string, isTransient = false) {
    super(message)
    const errorType = status === 401 || status === 403 ? "security" : "validation"
    this.status = status
    this.body = { status, errorCode, message, errorType }
    this.isTransient = isTransient
  }
}
