import type { ClientActionRequest, MountCard } from "@payloom/checkout"
import type { StripeElement, StripeJs, StripeNotification } from "./StripeJs.ts"

/** Mounts Stripe's card field. Its payment method is the ciphertext for `stripeVault`. */
export const stripeCard =
  (stripe: StripeJs): MountCard =>
  async ({ container, locale, look, signal }) => {
    const { field, alert } = place(container)
    const style = { base: { color: look.palette.Primary, fontSize: "16px" } }
    const card = stripe.elements({ locale }).create("card", { style, hidePostalCode: true })
    signal.addEventListener("abort", () => card.destroy())
    await ready(card, field)
    const wrong = errorOf(card, alert)
    return {
      encrypt: async () => {
        const { paymentMethod, error } = await stripe.createPaymentMethod({ type: "card", card })
        alert.textContent = error?.message ?? wrong()
        return paymentMethod?.id ?? null
      }
    }
  }

/** The connector's payload of an action of the kind `stripe`. */
interface StripeAction {
  readonly clientSecret: string
  readonly step: "next_action" | "confirm"
}

/**
 * Asks the payer on the page, for 3-D Secure or for the account of a direct debit. Returns null if
 * the payer closed it, or if Stripe could not continue.
 */
export const stripeAction =
  (stripe: StripeJs) =>
  async ({ payload, container, signal }: ClientActionRequest): Promise<unknown> => {
    const { clientSecret, step } = payload as StripeAction
    const answer =
      step === "next_action"
        ? await stripe.handleNextAction({ clientSecret })
        : await debit(stripe, clientSecret, container, signal)
    return answer === null ? null : true
  }

/**
 * Asks for name, email address and IBAN under the mandate's text. Returns null if the payer left,
 * or if the payment was canceled.
 */
const debit = async (
  stripe: StripeJs,
  clientSecret: string,
  container: HTMLElement,
  signal: AbortSignal
): Promise<unknown> => {
  const form = document.createElement("form")
  form.innerHTML = `
    <label>Name <input name="name" autocomplete="name" required></label>
    <label>E-mail <input name="email" type="email" autocomplete="email" required></label>
    <div class="iban"></div>
    <p>By giving your IBAN you let the shop and Stripe, its payment provider, instruct your bank to
      debit your account. You may claim a refund from your bank within eight weeks.</p>
    <p role="alert"></p>
    <button>Pay by direct debit</button>`
  container.append(form)
  const iban = stripe.elements({ locale: document.documentElement.lang || "en" }).create("iban", {
    supportedCountries: ["SEPA"]
  })
  signal.addEventListener("abort", () => iban.destroy())
  const alert = form.querySelector<HTMLElement>("[role=alert]")
  const field = form.querySelector<HTMLElement>(".iban")
  if (field === null || alert === null) return null
  await ready(iban, field)
  for (;;) {
    if (!(await submitted(form, signal))) return null
    const typed = new FormData(form)
    const billing_details = { name: String(typed.get("name")), email: String(typed.get("email")) }
    const { paymentIntent, error } = await stripe.confirmSepaDebitPayment(clientSecret, {
      payment_method: { sepa_debit: iban, billing_details }
    })
    if (paymentIntent !== undefined) return paymentIntent
    // The payment was canceled meanwhile and accepts no account any more.
    if (error?.payment_intent?.status === "canceled") return null
    alert.textContent = error?.message ?? ""
  }
}

/** Returns false if the payer left the form. */
const submitted = (form: HTMLFormElement, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(false), { once: true })
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault()
        resolve(true)
      },
      { once: true }
    )
  })

/** Creates elements for a field and its error. */
const place = (container: HTMLElement) => {
  const field = document.createElement("div")
  const alert = document.createElement("p")
  field.className = "provider-field"
  alert.setAttribute("role", "alert")
  container.append(field, alert)
  return { field, alert }
}

const ready = (element: StripeElement, field: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    element.on("ready", () => resolve())
    element.mount(field)
  })

/** Shows the field's error, and returns a function that returns it. */
const errorOf = (element: StripeElement, alert: HTMLElement): (() => string) => {
  let wrong = ""
  element.on("change", ({ error }: StripeNotification) => {
    wrong = error?.message ?? ""
    alert.textContent = wrong
  })
  return () => wrong
}
