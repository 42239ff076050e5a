/**
 * Returns a stand-in of Stripe.js for pages in tests. It has plain inputs in the page instead of
 * Stripe's frames, and calls the fake at `origin`.
 */
export const standInScript = (origin: string): string => `
window.Stripe = (key, { stripeAccount } = {}) => {
  const ask = async (method, path, form) => {
    const headers = { authorization: "Bearer " + key }
    if (stripeAccount) headers["stripe-account"] = stripeAccount
    const body = form === undefined ? undefined : new URLSearchParams(form)
    return (await fetch(${JSON.stringify(origin)} + path, { method, headers, body })).json()
  }
  const idOf = (clientSecret) => clientSecret.split("_secret_")[0]
  const asPayment = (answer) =>
    answer.error ? { error: answer.error } : { paymentIntent: answer }
  const asCheck = (answer) => (answer.error ? { error: answer.error } : { setupIntent: answer })
  const element = (type) => {
    const input = document.createElement("input")
    input.name = "stand-in-" + type
    input.setAttribute("aria-label", type === "card" ? "Card number" : "IBAN")
    const listeners = {}
    const notify = (name, news) => (listeners[name] ?? []).forEach((listener) => listener(news))
    input.addEventListener("input", () => notify("change", { complete: input.value !== "" }))
    return {
      input,
      on: (name, listener) => (listeners[name] ??= []).push(listener),
      mount: (container) => {
        container.append(input)
        setTimeout(() => notify("ready", {}))
      },
      destroy: () => input.remove()
    }
  }
  return {
    elements: () => ({ create: element }),
    createPaymentMethod: async ({ card }) => {
      const form = { type: "card", "card[number]": card.input.value.replaceAll(" ", "") }
      const message = "Your card number is incomplete."
      if (form["card[number]"] === "") return { error: { message } }
      const answer = await ask("POST", "/v1/payment_methods", form)
      return answer.error ? { error: answer.error } : { paymentMethod: answer }
    },
    handleNextAction: async ({ clientSecret }) => {
      const id = idOf(clientSecret)
      const approves = confirm("Approve this payment?")
      await ask("POST", "/_fake/answers/" + id, { approves: String(approves) })
      return id.startsWith("seti_")
        ? asCheck(await ask("GET", "/v1/setup_intents/" + id))
        : asPayment(await ask("GET", "/v1/payment_intents/" + id))
    },
    confirmSepaDebitPayment: async (clientSecret) =>
      asPayment(await ask("POST", "/v1/payment_intents/" + idOf(clientSecret) + "/confirm", {}))
  }
}
`
