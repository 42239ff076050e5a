import { usualBlocks } from "../../look/layoutRules.ts"
import { usualLook } from "../../look/paint.ts"
import { CheckoutFlow } from "../CheckoutFlow.ts"
import type { Choice } from "../Choice.ts"
import type { Answer, CheckoutResult, Decline, PayerSession, Returned } from "../PayerApi.ts"
import type { Perform } from "../Performer.ts"
import type { ClientSideView, View } from "../View.ts"

/** A session of 12.50 EUR, to be paid by card. */
export const session: PayerSession = {
  mode: "payment",
  status: "active",
  amount: "1250",
  currency: "EUR",
  description: null,
  line_items: [],
  amount_details: null,
  merchant: "Shop",
  merchant_logo: usualLook.logo,
  merchant_palette: usualLook.palette,
  merchant_css: "",
  method_marks: {},
  template_config: {
    theme_mode: "light",
    attribution: "shown",
    labels: {},
    layout: { ...usualBlocks, ...usualLook.layout }
  },
  template: null,
  interval: null,
  renewal: null,
  available_methods: ["card"],
  method_types: { wallet: [], apm: [] },
  method_fields: {},
  method_mandates: {},
  methods_to_save: [],
  locale: "en",
  expires_at: "2030-01-01T00:00:00.000Z",
  success_url: null,
  cancel_url: null
}

/** A decline because of insufficient funds. */
export const decline: Decline = {
  code: "insufficient_funds",
  category: "soft",
  advice: "use_another_method",
  message: "The account does not have enough funds.",
  retry_after: null
}

/** Returns a payment by card, as the card fields create it. */
export const byCard = (ciphertext: string) =>
  ({ payment: { method: "card", card: { ciphertext } }, returnUrl: null }) as const

/** A lost answer. */
export const lost = { _tag: "lost" } as const
/** Returns an error of the API. */
export const refused = (status: number, code: string) =>
  ({ _tag: "refused", status, code }) as const
/** Returns an answer with this status. */
export const is = (status: string, declined: Decline | null = null): Answer<CheckoutResult> => ({
  _tag: "answered",
  value: { status, payment: null, decline: declined }
})

/** Returns the next of the values, and the last one again and again. */
const inTurn = <A>(all: Array<A>): A | undefined => (all.length > 1 ? all.shift() : all[0])

/** Creates a flow over these answers, in their order. The last status repeats itself. */
export const flowOver = (answers: {
  readonly read?: Answer<PayerSession>
  readonly confirm?: Answer<CheckoutResult>
  readonly returnFromChallenge?: Answer<CheckoutResult>
  /** One answer, or several in their order. */
  readonly returned?: Answer<CheckoutResult> | ReadonlyArray<Answer<CheckoutResult>>
  readonly brought?: Readonly<Record<string, string>>
  /** The results of the provider's script, in their order. The last one repeats itself. */
  readonly performs?: ReadonlyArray<Perform>
  readonly isOffline?: boolean
  /** The stored choices, by the payments' ids. */
  readonly memory?: Map<string, Choice>
  /** The wait between polls. By default it takes no time. */
  readonly wait?: () => Promise<void>
  readonly status: ReadonlyArray<Answer<CheckoutResult>>
}) => {
  const shown: Array<View> = []
  const end = new AbortController()
  const statuses = [...answers.status]
  const challenges: Array<string> = []
  let confirms = 0
  const returns: Array<Returned | null> = []
  const returnAnswers = [answers.returned ?? []].flat()
  const performs = [...(answers.performs ?? [])]
  const performed: Array<ClientSideView> = []
  const flow = new CheckoutFlow({
    api: {
      read: async () => answers.read ?? { _tag: "answered", value: session },
      status: async () => inTurn(statuses) ?? is("requires_payment"),
      confirm: async () => {
        confirms++
        return answers.confirm ?? lost
      },
      returnFromChallenge: async (id) => {
        challenges.push(id)
        return answers.returnFromChallenge ?? lost
      },
      returned: async (brought) => {
        returns.push(brought)
        return inTurn(returnAnswers) ?? lost
      }
    },
    show: (view) => shown.push(view),
    wait: answers.wait ?? (async () => {}),
    brought: answers.brought ?? null,
    perform: async (action, signal) => {
      performed.push(action)
      const perform = inTurn(performs)
      return perform === undefined ? null : perform(action, signal)
    },
    isOffline: () => answers.isOffline ?? false,
    memory: {
      keep: (payment, choice) => answers.memory?.set(payment, choice),
      recall: (payment) => answers.memory?.get(payment) ?? null
    },
    signal: end.signal
  })
  return { flow, shown, end, challenges, performed, returns, confirms: () => confirms }
}
