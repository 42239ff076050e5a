import { CapturePayment, CreateRefund, Resolution, VoidPayment } from "@payloom/core"
import type { Act } from "../../Room.ts"
import { actWithoutInput } from "../actWithoutInput.ts"
import { inputReader } from "../inputReader.ts"

const readCapture = inputReader(CapturePayment)
const readRefund = inputReader(CreateRefund)
const readVoid = inputReader(VoidPayment)
const readResolution = inputReader(Resolution)

/** The actions on a payment. */
export const paymentActs: ReadonlyArray<Act> = [
  {
    name: "payments.capture",
    role: "operator",
    run: ({ merchant, subject, input, idempotencyKey }) =>
      merchant.payments.capture(subject, readCapture(input), { idempotencyKey })
  },
  {
    name: "payments.void",
    role: "operator",
    run: ({ merchant, subject, input, idempotencyKey }) =>
      merchant.payments.void(subject, readVoid(input), { idempotencyKey })
  },
  {
    name: "payments.refund",
    role: "operator",
    run: ({ merchant, subject, input, idempotencyKey }) =>
      merchant.payments.refund(subject, readRefund(input), { idempotencyKey })
  },
  actWithoutInput("payments.cancel", ({ payments }, id) => payments.cancel(id)),
  {
    name: "payments.resolveAttempt",
    role: "operator",
    run: ({ merchant, subject, input }) =>
      merchant.payments.resolveAttempt(subject, readResolution(input))
  }
]
