import "@payloom/checkout/one-file"

interface Lunch {
  readonly status: "paid" | "unpaid" | "under_way" | "mismatch"
  readonly decline: { readonly code: string; readonly message: string } | null
  readonly sessionToken?: string
}

interface CheckoutResult {
  readonly status?: string
  readonly action?: { readonly session: string; readonly url: string } | null
}

const form = document.querySelector("form")
const card = document.querySelector("payloom-card-number")
const menu = document.querySelector("select")
const button = document.querySelector("button")
const status = document.querySelector("[role=status]")
const { lunch = "", publishableKey = "" } = form?.dataset ?? {}

/** Returns null if there was no response. A later look-up shows the lunch's status. */
const call = async <A>(path: string, init: RequestInit, headers = {}): Promise<A | null> => {
  try {
    const json = { "Content-Type": "application/json", ...headers }
    return await (await fetch(path, { ...init, headers: json })).json()
  } catch {
    return null
  }
}

const confirm = (sessionToken: string, body: object) =>
  call<CheckoutResult>(
    "/payloom/session/confirm",
    { method: "POST", body: JSON.stringify({ method: "card", ...body }) },
    { Authorization: `Bearer ${publishableKey}`, "Session-Token": sessionToken }
  )

/** Shows the issuer's page until the guest has answered. */
const challenge = (url: string) =>
  new Promise<void>((resolve) => {
    const frame = document.createElement("iframe")
    frame.src = url
    frame.title = "Your bank"
    frame.className = "challenge"
    window.addEventListener("message", function listen({ source, data }) {
      if (source !== frame.contentWindow || data?.payloom !== "three-ds") return
      if (data.type !== "done") return
      window.removeEventListener("message", listen)
      frame.remove()
      resolve()
    })
    form?.after(frame)
  })

const pay = async (sessionToken: string, ciphertext: string): Promise<void> => {
  const result = await confirm(sessionToken, { card: { ciphertext } })
  if (result?.status !== "requires_action" || !result.action) return
  await challenge(result.action.url)
  await confirm(sessionToken, { three_ds_session_id: result.action.session })
}

/**
 * Returns the lunch's status from the canteen's server. The response to a confirm doesn't count.
 */
const settled = async (): Promise<Lunch | null> => {
  for (;;) {
    const seen = await call<Lunch>(`/lunches/${lunch}`, {})
    if (seen !== null && seen.status !== "under_way") return seen
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

const order = async (): Promise<string> => {
  // Encrypt the card first. If it is wrong or a field is missing, nothing is ordered, and the
  // fields show why.
  const ciphertext = card === null ? null : await card.encryptCard().catch(() => null)
  if (card !== null && ciphertext === null) return ""
  const dish = menu?.value
  // The lunch can't be changed any more. Another card may pay it. Another dish is another lunch.
  menu?.setAttribute("disabled", "")
  const body = JSON.stringify({ dish, card: card === null ? "saved" : "new" })
  const ordered = await call<Lunch>(`/lunches/${lunch}`, { method: "PUT", body })
  if (ordered?.sessionToken !== undefined && ciphertext !== null) {
    await pay(ordered.sessionToken, ciphertext)
  }
  const seen = await settled()
  if (seen?.status === "paid") form?.remove()
  else if (seen?.decline) card?.showDecline(seen.decline.code)
  return seen?.status === "paid"
    ? "Paid. Enjoy your lunch!"
    : (seen?.decline?.message ?? "Not paid.")
}

const submit = async (): Promise<void> => {
  if (button === null || status === null || button.disabled) return
  button.disabled = true
  status.textContent = "One moment."
  status.textContent = await order()
  button.disabled = false
}

form?.addEventListener("submit", (event) => {
  event.preventDefault()
  void submit()
})
form?.addEventListener("payloom-card-submitted", () => void submit())
