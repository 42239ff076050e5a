import type { RoutingView } from "../../../rooms/routing/RoutingViews.ts"
import type { Wire } from "../../../Wire.ts"
import { isolated } from "../../format/isolated.ts"
import { ActForm } from "../../parts/ActForm.tsx"

type View = Wire<RoutingView>

interface AccountDialogProps {
  readonly account: View["accounts"][number]
  readonly view: View
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The dialog that stops or starts a merchant account. */
export const AccountDialog = ({ account, view, ...rest }: AccountDialogProps) => {
  const { id, name, enabled } = account
  return (
    <ActForm
      title={enabled ? "Stop this account" : "Start this account"}
      name="routing.updateMid"
      subject={id}
      input={{ enabled: !enabled }}
      preview={enabled ? stopping(account, view) : `Routing may choose “${isolated(name)}” again.`}
      button={enabled ? "Stop" : "Start"}
      done={enabled ? "The account is stopped." : "The account is started."}
      {...rest}
    />
  )
}

/** Says what happens without an account, also to the rules that name no other. */
const stopping = ({ id, name }: View["accounts"][number], { accounts, rules }: View): string => {
  const others = new Set<string>(
    accounts.filter((other) => other.enabled && other.id !== id).map((other) => other.id)
  )
  const shown = `“${isolated(name)}”`
  const first = `No new charge goes to ${shown}. Captures and refunds of its payments go on.`
  if (others.size === 0) return `${first} It is the only account, so no payment can be charged.`
  const left = rules.filter(
    ({ targets }) =>
      targets.some(({ mid }) => mid === id) && !targets.some(({ mid }) => others.has(mid))
  )
  if (left.length === 0) return `${first} The other accounts take its payments.`
  const names = left.map((rule) => `“${isolated(rule.name)}”`).join(", ")
  return `${first} These rules have no other account, so their payments can't be charged: ${names}.`
}
