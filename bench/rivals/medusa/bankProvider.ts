import { AbstractPaymentProvider, ModuleProvider, Modules } from "@medusajs/framework/utils"
import { bankCalls } from "./bankClient.ts"

/** The data that the provider keeps with a payment. */
interface Kept {
  readonly order: string
  readonly charge?: string
}

interface Call {
  readonly data?: unknown
  readonly amount?: unknown
  readonly context?: { readonly idempotency_key?: string }
}

const keyOf = ({ context }: Call): string => {
  const key = context?.idempotency_key
  if (key === undefined) throw new Error("Medusa gave no idempotency key.")
  return key
}

/** A payment provider on the bank. It passes Medusa's idempotency keys on. */
class BankProvider extends AbstractPaymentProvider<{ readonly bank: string }> {
  static override identifier = "bank"
  readonly #calls: ReturnType<typeof bankCalls>

  constructor(container: Record<string, unknown>, options: { readonly bank: string }) {
    super(container, options)
    this.#calls = bankCalls(options.bank)
  }

  override async initiatePayment({ data }: Call) {
    return { id: String((data as Kept).order), data: { order: (data as Kept).order } }
  }

  override async authorizePayment(call: Call) {
    const { order } = call.data as Kept
    const charge = await this.#calls.hold(order, keyOf(call))
    return { status: "authorized" as const, data: { order, charge } }
  }

  override async capturePayment(call: Call) {
    const { order, charge = "" } = call.data as Kept
    await this.#calls.capture(charge, keyOf(call), Number(order))
    return { data: { order, charge } }
  }

  override async refundPayment(call: Call) {
    const { order, charge = "" } = call.data as Kept
    await this.#calls.refund(charge, keyOf(call))
    return { data: { order, charge } }
  }

  override async cancelPayment({ data }: Call) {
    return { data: data as Record<string, unknown> }
  }

  override async deletePayment({ data }: Call) {
    return { data: data as Record<string, unknown> }
  }

  override async retrievePayment({ data }: Call) {
    return { data: data as Record<string, unknown> }
  }

  override async updatePayment({ data }: Call) {
    return { data: data as Record<string, unknown> }
  }

  override async getPaymentStatus() {
    return { status: "authorized" as const }
  }

  override async getWebhookActionAndData() {
    return { action: "not_supported" as const }
  }
}

export default ModuleProvider(Modules.PAYMENT, { services: [BankProvider] })
