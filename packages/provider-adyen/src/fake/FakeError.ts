import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"

const errorTypes: Readonly<Record<number, string>> = {
  401: "security",
  403: "security",
  500: "configuration"
}

/** A request that is answered with an error of Adyen's. */
export class FakeError extends Error {
  readonly status: number
  readonly body: Wire<Types.checkout.ServiceError>
  /** True if the same call may pass later. */
  readonly isTransient: boolean

  constructor(status: number, errorCode: string, message: string, isTransient = false) {
    super(message)
    this.status = status
    this.body = { status, errorCode, message, errorType: errorTypes[status] ?? "validation" }
    this.isTransient = isTransient
  }
}
