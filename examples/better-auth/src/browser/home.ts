import { payloomClient } from "@payloom/better-auth/client"
import { createAuthClient } from "better-auth/client"

const auth = createAuthClient({ plugins: [payloomClient<"reader">()] })

const find = <E extends Element>(selector: string) => document.querySelector<E>(selector)

/** Shows an error, or reloads the page after a success. */
const show = ({ error }: { readonly error: { readonly message?: string | undefined } | null }) => {
  const problem = find("#problem")
  if (error === null) location.reload()
  else if (problem !== null) problem.textContent = error.message ?? "That did not work."
}

find<HTMLFormElement>("#sign-up")?.addEventListener("submit", async (event) => {
  event.preventDefault()
  const form = new FormData(event.target as HTMLFormElement, event.submitter)
  const text = (name: string) => String(form.get(name) ?? "")
  const account = { email: text("email"), password: text("password") }
  show(
    form.has("known")
      ? await auth.signIn.email(account)
      : await auth.signUp.email({ ...account, name: text("name") })
  )
})

find("#sign-out")?.addEventListener("click", async () => show(await auth.signOut()))

// The client opens the hosted page by itself.
find("#subscribe")?.addEventListener("click", async () => {
  const { error } = await auth.billing.subscribe({ plan: "reader" })
  if (error !== null) show({ error })
})

find("#cancel")?.addEventListener("click", async () => show(await auth.billing.cancel({})))

/** Shows the newest subscription, and the button that fits it. */
const showStanding = async (): Promise<void> => {
  const standing = find("#standing")
  if (standing === null) return
  const { data } = await auth.billing.subscriptions()
  const [newest] = data?.subscriptions ?? []
  const until = newest?.currentPeriodEnd.toLocaleDateString()
  const isRunning = newest?.grantsAccess === true
  const ends = isRunning && newest.cancelAtPeriodEnd
  standing.textContent = isRunning
    ? `You are a member. ${ends ? "It ends" : "The next charge is"} on ${until}.`
    : "You are no member."
  find<HTMLButtonElement>("#subscribe")?.toggleAttribute("hidden", isRunning && !ends)
  find<HTMLButtonElement>("#cancel")?.toggleAttribute("hidden", !isRunning || ends)
}

void showStanding()
