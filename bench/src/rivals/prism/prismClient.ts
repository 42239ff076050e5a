import { createRequire } from "node:module"
import { priceOf, refundAmount } from "../shared/bankClient.ts"

/** The part of the library's API that an order needs, as its README calls it. */
interface PrismSdk {
  readonly PaymentClient: new (
    config: object
  ) => Readonly<Record<"authorize" | "capture" | "refund" | "get", Call>>
  readonly NetworkError: new () => Error
  readonly types: Readonly<Record<Enumeration, Readonly<Record<string, number>>>>
}

type Call = (request: object) => Promise<Answer>

type Enumeration =
  | "AuthenticationType"
  | "CaptureMethod"
  | "Currency"
  | "PaymentStatus"
  | "RefundStatus"

interface Answer {
  readonly status: number
  readonly connectorTransactionId?: string
}

const card = {
  cardNumber: { value: "4111111111111111" },
  cardExpMonth: { value: "12" },
  cardExpYear: { value: "2050" },
  cardCvc: { value: "123" },
  cardHolderName: { value: "Test User" }
}

/** Throws unless an answer has the expected status. */
const expect = (answer: Answer, status: number | undefined): void => {
  if (answer.status !== status) throw new Error(`The status is ${answer.status}.`)
}

/** Returns the calls of an order, by the library's client of Stripe. */
export const prismClient = (from: string, bank: string) => {
  const sdk: PrismSdk = createRequire(from)("hyperswitch-prism")
  const { types } = sdk
  const client = new sdk.PaymentClient({
    connectorConfig: { stripe: { apiKey: { value: "sk_test_1" }, baseUrl: `${bank}/` } }
  })
  const money = (minorAmount: number) => ({ minorAmount, currency: types.Currency.EUR })
  return {
    /** Returns the id of the charge. */
    hold: async (order: string): Promise<string> => {
      const answer = await client.authorize({
        merchantTransactionId: `${order}_hold`,
        amount: money(priceOf(order)),
        captureMethod: types.CaptureMethod.MANUAL,
        paymentMethod: { card },
        authType: types.AuthenticationType.NO_THREE_DS,
        address: {},
        orderDetails: []
      })
      expect(answer, types.PaymentStatus.AUTHORIZED)
      return answer.connectorTransactionId ?? ""
    },
    capture: async (order: string, charge: string): Promise<void> => {
      const answer = await client.capture({
        merchantCaptureId: `${order}_capture`,
        connectorTransactionId: charge,
        amountToCapture: money(priceOf(order))
      })
      expect(answer, types.PaymentStatus.CHARGED)
    },
    refund: async (order: string, charge: string): Promise<void> => {
      const answer = await client.refund({
        merchantRefundId: `${order}_refund`,
        connectorTransactionId: charge,
        paymentAmount: priceOf(order),
        refundAmount: money(refundAmount),
        reason: "RETURN"
      })
      expect(answer, types.RefundStatus.REFUND_SUCCESS)
    },
    isCaptured: async (order: string, charge: string): Promise<boolean> => {
      const request = { connectorTransactionId: charge, amount: money(priceOf(order)) }
      return (await client.get(request)).status === types.PaymentStatus.CHARGED
    },
    /** Returns true if the connection broke, so that nobody knows what happened. */
    isUnknown: (failure: unknown): boolean => failure instanceof sdk.NetworkError
  }
}
