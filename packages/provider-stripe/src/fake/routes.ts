import type { CallKind } from "@payloom/testkit/fake-provider"
import type Stripe from "stripe"
import { billingRoutes } from "./billing/billingRoutes.ts"
import { cancelPayment } from "./cancelPayment.ts"
import { cardByName } from "./cards.ts"
import { answerCheck, cancelCheck, createCheck } from "./checks.ts"
import { updateDispute } from "./disputes.ts"
import { type FakeStore, type KeptCheck, type KeptPayment, newId } from "./FakeStore.ts"
import { createFile } from "./files.ts"
import type { FormTree, FormValue } from "./form.ts"
import { capturePayment, incrementPayment } from "./holds.ts"
import { cardMethod, customer, token } from "./objects.ts"
import { assertPayer, cardIn, metadataIn } from "./paymentForms.ts"
import { answerPayment, confirmPayment, createPayment } from "./payments.ts"
import { createRefund } from "./refunds.ts"
import { type Answer, invalid, missing, Refusal } from "./refusals.ts"

/** A call of Stripe's API. */
export interface Call {
  readonly method: string
  /** The parts of the path, without `/v1`. */
  readonly path: ReadonlyArray<string>
  readonly form: FormTree
  readonly account: string
  /** The fake's own origin. */
  readonly origin: string
}

/** Returns the kind of a call, by its method and path. */
export const kindOf = ({
  method,
  path: [what, id, verb]
}: Pick<Call, "method" | "path">): CallKind => {
  if (method === "GET") return "lookup"
  if (what === "refunds") return "refund"
  if (what !== "payment_intents" && what !== "setup_intents") return "other"
  if (id === undefined || verb === "confirm") return "charge"
  if (verb === "capture") return "capture"
  if (verb === "increment_authorization") return "increment"
  return verb === "cancel" ? "void" : "other"
}

const ok = (body: object): Answer => ({ status: 200, body })

const expands = (form: FormTree, name: string): boolean =>
  Array.isArray(form.expand) && form.expand.some((each: FormValue) => String(each).endsWith(name))

const paymentView = ({ payment, charge }: KeptPayment, form: FormTree): Stripe.PaymentIntent =>
  expands(form, "latest_charge") ? { ...payment, latest_charge: charge } : payment

const checkView = ({ setup, attempt }: KeptCheck, form: FormTree): Stripe.SetupIntent =>
  expands(form, "latest_attempt") ? { ...setup, latest_attempt: attempt } : setup

/** Returns a refund or a dispute, with its payment if the call expands it. */
const withPayment = <A extends { readonly payment_intent: Stripe.PaymentIntent | string | null }>(
  { payments }: FakeStore,
  made: A,
  form: FormTree
): A => {
  const payment = payments.get(String(made.payment_intent))?.payment
  const isExpanded = payment !== undefined && expands(form, "payment_intent")
  return isExpanded ? { ...made, payment_intent: payment } : made
}

/** Carries out a call. */
export const carryOut = (store: FakeStore, call: Call): Answer => {
  const [what = "", id, verb] = call.path
  const rest = [id === undefined ? "" : "/:id", verb === undefined ? "" : `/${verb}`]
  const key = `${call.method} ${what}${rest.join("")}`
  const route = Object.hasOwn(routes, key) ? routes[key] : undefined
  if (route === undefined) {
    throw new Refusal(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${call.method}: /v1/${call.path.join("/")}).`
    })
  }
  return ok(route(store, call, id ?? ""))
}

type Route = (store: FakeStore, call: Call, id: string) => object

const paymentOf = (store: FakeStore, { account }: Call, id: string): KeptPayment => {
  const kept = store.payments.get(id)
  if (kept === undefined || kept.account !== account) throw missing("payment_intent", id)
  return kept
}

const checkOf = (store: FakeStore, { account }: Call, id: string): KeptCheck => {
  const kept = store.checks.get(id)
  if (kept === undefined || kept.account !== account) throw missing("setup_intent", id)
  return kept
}

const methodOf = (store: FakeStore, { account }: Call, id: string): Stripe.PaymentMethod => {
  const kept = store.methods.get(id)
  if (kept?.account === account) return kept.method
  const card = cardByName(id)
  if (card === undefined || !id.startsWith("pm_")) throw missing("PaymentMethod", id)
  return cardMethod({ id, created: store.now() }, card)
}

/** Takes a card away from its customer. It can't be charged any more. */
const detach = (store: FakeStore, id: string): Stripe.PaymentMethod => {
  const kept = store.methods.get(id)
  if (kept === undefined) throw missing("PaymentMethod", id)
  const method = { ...kept.method, customer: null }
  store.methods.set(id, { ...kept, method, isUsed: true })
  return method
}

/** Returns a page of a list, newest first. */
const page = <A extends { readonly account: string }>(
  kept: Iterable<A>,
  { form, account, path }: Call,
  view: (each: A) => { readonly id: string; readonly created: number },
  isWanted: (each: A) => boolean = () => true
): object => {
  const created = (form.created ?? {}) as Readonly<Record<string, string>>
  const limit = Math.min(Number(form.limit ?? 10), 100)
  const all = [...kept]
    .reverse()
    .filter((each) => each.account === account && isWanted(each))
    .map(view)
    .filter((each) => each.created >= Number(created.gte ?? 0))
    .filter((each) => each.created <= Number(created.lte ?? Infinity))
  const after = form.starting_after
  const from = after === undefined ? 0 : all.findIndex((each) => each.id === after) + 1
  const data = all.slice(from, from + limit)
  return { object: "list", url: `/v1/${path[0]}`, data, has_more: from + limit < all.length }
}

const routes: Readonly<Record<string, Route>> = {
  ...billingRoutes,
  "POST payment_intents": (store, { account, form, origin }) =>
    paymentView(createPayment(store, account, form, origin), form),
  "GET payment_intents": (store, call) =>
    page(store.payments.values(), call, (kept) => paymentView(kept, call.form)),
  "GET payment_intents/:id": (store, call, id) =>
    paymentView(paymentOf(store, call, id), call.form),
  "POST payment_intents/:id": (store, call, id) => {
    const kept = paymentOf(store, call, id)
    const metadata = { ...kept.payment.metadata, ...metadataIn(call.form) }
    const next = { ...kept, payment: { ...kept.payment, metadata } }
    store.payments.set(id, next)
    return paymentView(next, call.form)
  },
  "POST payment_intents/:id/confirm": (store, call, id) => {
    const kept = paymentOf(store, call, id)
    return paymentView(confirmPayment(store, kept, call.form, call.origin), call.form)
  },
  "POST payment_intents/:id/capture": (store, call, id) =>
    paymentView(capturePayment(store, paymentOf(store, call, id), call.form), call.form),
  "POST payment_intents/:id/increment_authorization": (store, call, id) =>
    paymentView(incrementPayment(store, paymentOf(store, call, id), call.form), call.form),
  "POST payment_intents/:id/cancel": (store, call, id) => {
    const reason = (call.form.cancellation_reason ?? null) as null
    return paymentView(cancelPayment(store, paymentOf(store, call, id), reason), call.form)
  },
  "POST setup_intents": (store, { account, form, origin }) =>
    checkView(createCheck(store, account, form, origin), form),
  "GET setup_intents": (store, call) =>
    page(store.checks.values(), call, (kept) => checkView(kept, call.form)),
  "GET setup_intents/:id": (store, call, id) => checkView(checkOf(store, call, id), call.form),
  "POST setup_intents/:id/cancel": (store, call, id) =>
    cancelCheck(store, checkOf(store, call, id)).setup,
  "POST refunds": (store, { account, form }) => createRefund(store, account, form),
  "GET refunds": (store, call) =>
    page(
      store.refunds.values(),
      call,
      ({ refund }) => withPayment(store, refund, call.form),
      ({ refund }) =>
        call.form.payment_intent === undefined || refund.payment_intent === call.form.payment_intent
    ),
  "GET refunds/:id": (store, { account }, id) => {
    const kept = store.refunds.get(id)
    if (kept === undefined || kept.account !== account) throw missing("refund", id)
    return kept.refund
  },
  "GET disputes": (store, call) =>
    page(store.disputes.values(), call, ({ dispute }) => withPayment(store, dispute, call.form)),
  "GET disputes/:id": (store, { account }, id) => {
    const kept = store.disputes.get(id)
    if (kept === undefined || kept.account !== account) throw missing("dispute", id)
    return kept.dispute
  },
  "POST disputes/:id": (store, { account, form }, id) => updateDispute(store, account, id, form),
  "POST files": (store, { account, form }) => createFile(store, account, form),
  "POST payment_methods": (store, { account, form }) => {
    const id = (form.card as FormTree | undefined)?.token
    const card = typeof id === "string" ? cardByName(id) : cardIn(form)
    if (card == null) throw invalid("Missing required param: card.", { param: "card" })
    assertPayer(form)
    const method = cardMethod({ id: newId("pm"), created: store.now() }, card)
    store.methods.set(method.id, { account, method, card, isUsed: false })
    return method
  },
  "GET payment_methods/:id": methodOf,
  "POST payment_methods/:id/attach": (store, call, id) => {
    const method = methodOf(store, call, id)
    const owner = String(call.form.customer ?? "")
    if (store.customers.get(owner)?.account !== call.account) throw missing("customer", owner)
    // Attaching a PaymentMethod of the test mode makes a new PaymentMethod.
    const isOwn = store.methods.has(id)
    const attached = { ...method, id: isOwn ? id : newId("pm"), customer: owner }
    const card = store.methods.get(id)?.card ?? cardByName(id)
    if (card === undefined) throw missing("PaymentMethod", id)
    store.methods.set(attached.id, { account: call.account, method: attached, card, isUsed: false })
    return attached
  },
  "POST payment_methods/:id/detach": (store, call, id) => {
    if (methodOf(store, call, id).customer === null) {
      throw invalid("The payment method you provided is not attached to a customer.", {})
    }
    return detach(store, id)
  },
  "POST customers": (store, { account, form }) => {
    const made = customer({ id: newId("cus"), created: store.now(), metadata: metadataIn(form) })
    store.customers.set(made.id, { account, customer: made })
    return made
  },
  "GET customers/:id": (store, { account }, id) => {
    const kept = store.customers.get(id)
    if (kept === undefined || kept.account !== account) throw missing("customer", id)
    return kept.customer
  },
  "DELETE customers/:id": (store, { account }, id) => {
    const kept = store.customers.get(id)
    if (kept === undefined || kept.account !== account) throw missing("customer", id)
    store.customers.delete(id)
    for (const { method } of [...store.methods.values()]) {
      if (method.customer === id) detach(store, method.id)
    }
    return { id, object: "customer", deleted: true }
  },
  "POST tokens": (store, { form }) => {
    if (typeof form.pk_token !== "string") {
      throw invalid("Missing required param: card.", { param: "card" })
    }
    return token({ id: "tok_visa", created: store.now() })
  }
}

/** Records the payer's answer to a payment or a check. Returns null if the id is unknown. */
export const payerAnswers = (
  store: FakeStore,
  id: string,
  approves: boolean
): { readonly returnUrl: string | null; readonly secret: string; readonly ok: boolean } | null => {
  const kept = store.payments.get(id)
  if (kept !== undefined) {
    const { payment, returnUrl } = answerPayment(store, kept, approves)
    return {
      returnUrl,
      secret: payment.client_secret ?? "",
      ok: payment.last_payment_error === null
    }
  }
  const check = store.checks.get(id)
  if (check === undefined) return null
  const { setup, returnUrl } = answerCheck(store, check, approves)
  return { returnUrl, secret: setup.client_secret ?? "", ok: setup.last_setup_error === null }
}
