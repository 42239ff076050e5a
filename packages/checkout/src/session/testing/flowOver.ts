import { usualBlocks } from "../../look/layoutRules.ts"
import { usualLook } from "../../look/paint.ts"
import { CheckoutFlow } from "../CheckoutFlow.ts"
import type { Choice } from "../Choice.ts"
import type { Answer, CheckoutResult, Decline, PayerSession } from "../PayerApi.ts"
import type { View } from "../View.ts"

/** A session of 12.50 EUR, to be paid by card. */
const session: PayerSession = {
  mode: "payment",
  status: "active",
  amount: "1250",
  currency: "EUR",
  description: null,
  line_items: [],
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
  available_methods: ["card"],
  method_types: { wallet: [], apm: [] },
  locale: "en",
  expires_at: "2030-01-01T00:00:00.000Z",
  success_url: null,
  cancel_url: null
}

/** Not enough money. */
export const decline: Decline = {
  code: "insufficient_funds",
  category: "soft",
  advice: "use_another_method",
  message: "The account does not have enough funds.",
  retry_after: null
}

/** A card, as the card fields hand it out. */
export const byCard = (ciphertext: string) =>
  ({ payment: { method: "card", card: { ciphertext } }, returnUrl: null }) as const

/** No answer. */
export const lost = { _tag: "lost" } as const
/** An error of the API. */
export const refused = (status: number, code: string) =>
  ({ _tag: "refused", status, code }) as const
/** How the payment stands. */
export const is = (status: string, declined: Decline | null = null): Answer<CheckoutResult> => ({
  _tag: "answered",
  value: { status, payment: null, decline: declined }
})

/** A flow over answers in the order in which they come; the last status repeats itself. */
export const flowOver = (answers: {
  readonly read?: Answer<PayerSession>
  readonly confirm?: Answer<CheckoutResult>
  readonly comeBack?: Answer<CheckoutResult>
  readonly returned?: Answer<CheckoutResult>
  readonly isBack?: boolean
  readonly isOffline?: boolean
  /** How payments were tried, by their ids. */
  readonly memory?: Map<string, Choice>
  /** How time passes; at once where nothing is said. */
  readonly wait?: () => Promise<void>
  readonly status: ReadonlyArray<Answer<CheckoutResult>>
}) => {
  const shown: Array<View> = []
  const end = new AbortController()
  const statuses = [...answers.status]
  const challenges: Array<string> = []
  let confirms = 0
  let returns = 0
  const flow = new CheckoutFlow({
    api: {
      read: async () => answers.read ?? { _tag: "answered", value: session },
      status: async () =>
        (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? is("requires_payment"),
      confirm: async () => {
        confirms++
        return answers.confirm ?? lost
      },
      comeBack: async (id) => {
        challenges.push(id)
        return answers.comeBack ?? lost
      },
      returned: async () => {
        returns++
        return answers.returned ?? lost
      }
    },
    show: (view) => shown.push(view),
    wait: answers.wait ?? (async () => {}),
    isBack: answers.isBack ?? false,
    isOffline: () => answers.isOffline ?? false,
    memory: {
      keep: (payment, choice) => answers.memory?.set(payment, choice),
      recall: (payment) => answers.memory?.get(payment) ?? null
    },
    signal: end.signal
  })
  return { flow, shown, end, challenges, confirms: () => confirms, returns: () => returns }
}
