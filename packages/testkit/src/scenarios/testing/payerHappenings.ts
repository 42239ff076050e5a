import fc from "fast-check"
import type { SandboxApm } from "../../sandbox/sandboxMethods.ts"
import { sandboxReturn } from "../../sandbox/sandboxReturns.ts"
import type { TestCardName } from "../../sandbox/testCards.ts"
import { attempted } from "./attempted.ts"
import { type Checkout, openCheckout, returnUrl } from "./openCheckout.ts"
import type { Shop } from "./openShop.ts"

/** The payer's choice of a method. */
type Choice =
  | { readonly by: "card"; readonly card: TestCardName; readonly mayLeave: boolean }
  | { readonly by: "wallet"; readonly card: TestCardName; readonly mayLeave: boolean }
  | { readonly by: "apm"; readonly apm: SandboxApm }

/**
 * The data that a payer returns with: nothing, the query of the redirect, or the script's answer.
 */
type Brought = "nothing" | "query" | "approval" | "refusal"

/** An action of a payer or of their merchant. Its numbers select sessions. */
export type PayerHappening =
  | { readonly _tag: "OpenSession"; readonly mode: "payment" | "save_card" | "subscription" }
  | { readonly _tag: "Confirm"; readonly session: number; readonly choice: Choice }
  | { readonly _tag: "ConfirmTwice"; readonly session: number; readonly choices: [Choice, Choice] }
  | { readonly _tag: "AtIssuer"; readonly session: number; readonly passes: boolean }
  | { readonly _tag: "AtBank"; readonly charge: number; readonly approves: boolean }
  | { readonly _tag: "ComeBack"; readonly session: number; readonly brings: Brought }
  | { readonly _tag: "CancelSession"; readonly session: number }

/**
 * Encrypted before anything goes wrong, so that only chance decides about the faults of a session.
 */
export const payerCards: ReadonlyArray<TestCardName> = [
  "approved",
  "insufficient_funds",
  "cascade",
  "step_up",
  "authentication_required",
  "three_ds_challenge",
  "three_ds_rejected",
  "timeout_charged",
  "timeout_not_charged",
  "late_charge",
  "pending_declined"
]

const sessionTerms = {
  payment: { amount: 1250n, currency: "EUR" },
  save_card: { currency: "EUR" },
  subscription: {
    mode: "subscription",
    amount: 900n,
    currency: "EUR",
    interval: { unit: "month", count: 1 }
  }
} as const

const few = fc.nat({ max: 4 })
const tag = <const Tag extends string>(name: Tag) => fc.constant(name)

const choice: fc.Arbitrary<Choice> = fc.oneof(
  fc.record({
    by: fc.constantFrom("card" as const, "wallet" as const),
    card: fc.constantFrom(...payerCards),
    mayLeave: fc.boolean()
  }),
  fc.record({
    by: tag("apm"),
    apm: fc.constantFrom<SandboxApm>(
      "sandbox_bank",
      "sandbox_voucher",
      "sandbox_transfer",
      "sandbox_app"
    )
  })
)

/** Generates any action of a payer. */
export const payerHappening: fc.Arbitrary<PayerHappening> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: tag("OpenSession"),
      mode: fc.constantFrom("payment" as const, "payment", "save_card", "subscription")
    })
  },
  { weight: 6, arbitrary: fc.record({ _tag: tag("Confirm"), session: few, choice }) },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: tag("ConfirmTwice"),
      session: few,
      choices: fc.tuple(choice, choice)
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({ _tag: tag("AtIssuer"), session: few, passes: fc.boolean() })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: tag("AtBank"),
      charge: fc.nat({ max: 9 }),
      approves: fc.boolean()
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: tag("ComeBack"),
      session: few,
      brings: fc.constantFrom<Brought>("nothing", "query", "approval", "refusal")
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: tag("CancelSession"), session: few }) }
)

const checkouts = new WeakMap<Shop, Array<Checkout>>()

/** Returns the sessions of a shop, oldest first. */
const checkoutsOf = (shop: Shop): Array<Checkout> => {
  const known = checkouts.get(shop) ?? []
  checkouts.set(shop, known)
  return known
}

const checkoutAt = (shop: Shop, at: number): Checkout | undefined => {
  const known = checkoutsOf(shop)
  return known[at % Math.max(known.length, 1)]
}

/** Runs one action of a payer. */
export const happenToPayer = async (shop: Shop, what: PayerHappening): Promise<void> => {
  if (what._tag === "OpenSession") {
    return attempted(shop, async () => {
      checkoutsOf(shop).push(await shop.until(openCheckout(shop, sessionTerms[what.mode])))
    })
  }
  if (what._tag === "AtBank") return answerBank(shop, what)
  const checkout = checkoutAt(shop, what.session)
  if (checkout === undefined) return
  switch (what._tag) {
    case "Confirm":
      return attempted(shop, () => confirm(shop, checkout, what.choice))
    case "ConfirmTwice":
      return attempted(shop, () =>
        Promise.all(what.choices.map((each) => confirm(shop, checkout, each)))
      )
    case "AtIssuer":
      return attempted(shop, async () => {
        const reference = challengeIn(await shop.until(checkout.payer().status()))
        if (reference === null) return
        await shop.run(shop.box.answerChallenge(reference, what.passes))
      })
    case "ComeBack":
      return attempted(shop, async () => {
        const challenge = challengeIn(await shop.until(checkout.payer().status()))
        return challenge === null
          ? checkout.submit({ method: "apm", returned: await broughtTo(shop, checkout, what) })
          : checkout.returnFromRedirect(challenge)
      })
    case "CancelSession":
      return attempted(shop, () => shop.until(shop.shop().checkout.cancel(checkout.id)))
  }
}

const challengeIn = ({ action }: Awaited<ReturnType<Checkout["confirm"]>>): string | null =>
  action?.type === "three_ds_challenge" ? action.session : null

/** Returns data as the page sends it, which is about the latest attempt. */
const broughtTo = async (
  shop: Shop,
  checkout: Checkout,
  { brings }: Extract<PayerHappening, { readonly _tag: "ComeBack" }>
) => {
  if (brings === "nothing") return true
  const { payment } = await shop.until(checkout.retrieve())
  const attempts =
    payment === null ? [] : (await shop.until(shop.shop().payments.listAttempts(payment))).data
  const reference = attempts.at(-1)?.id ?? "none"
  return brings === "query"
    ? sandboxReturn(reference)
    : sandboxReturn(reference, brings === "approval")
}

const answerBank = async (
  shop: Shop,
  { charge, approves }: Extract<PayerHappening, { readonly _tag: "AtBank" }>
): Promise<void> => {
  const waiting = (await shop.run(shop.box.bank.charges())).filter(
    ({ state }) => state === "requires_action"
  )
  const chosen = waiting[charge % Math.max(waiting.length, 1)]
  if (chosen === undefined) return
  await shop.run(shop.box.bank.payerAnswers(chosen.reference, approves))
}

/** If no alternative method is offered, a confirm by one is refused. */
const confirm = async (shop: Shop, checkout: Checkout, choice: Choice) => {
  if (choice.by === "apm") return checkout.choose(choice.apm)
  const leaving = choice.mayLeave ? { returnUrl } : {}
  if (choice.by === "card") return checkout.confirm(choice.card, undefined, leaving)
  const wallet = { type: "sandbox_wallet", payload: shop.box.walletPayload(choice.card) }
  return checkout.submit({ method: "wallet", wallet, ...leaving })
}
