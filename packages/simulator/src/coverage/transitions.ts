import {
  AttemptCollection,
  attemptMachine,
  BillingCycleCollection,
  billingCycleMachine,
  type Change,
  CheckoutSessionCollection,
  captureMachine,
  checkoutSessionMachine,
  DisputeCollection,
  DisputeStage,
  type Machine,
  ModificationCollection,
  type ModificationRecord,
  PaymentCollection,
  paymentMachine,
  type Row,
  refundMachine,
  SubscriptionCollection,
  subscriptionMachine
} from "@payloom/core"

type AnyMachine = Machine<string, string>

const machines: ReadonlyArray<AnyMachine> = [
  paymentMachine,
  attemptMachine,
  checkoutSessionMachine,
  captureMachine,
  refundMachine,
  subscriptionMachine,
  billingCycleMachine
]

/** The machine of a row, by the name of its collection. */
const machineOf: Readonly<Record<string, (row: Row) => AnyMachine>> = {
  [PaymentCollection.name]: () => paymentMachine,
  [AttemptCollection.name]: () => attemptMachine,
  [CheckoutSessionCollection.name]: () => checkoutSessionMachine,
  [ModificationCollection.name]: (row) =>
    (row as ModificationRecord).kind === "refund" ? refundMachine : captureMachine,
  [SubscriptionCollection.name]: () => subscriptionMachine,
  [BillingCycleCollection.name]: () => billingCycleMachine
}

const named = (machine: string, from: string | null, to: string): string =>
  from === null ? `${machine}: begins as ${to}` : `${machine}: ${from} to ${to}`

const transitionsIn = ({ name, initial, transitions }: AnyMachine): ReadonlyArray<string> => [
  ...initial.map((status) => named(name, null, status)),
  ...Object.entries(transitions).flatMap(([from, moves]) =>
    Object.values(moves).flatMap((to) =>
      to === undefined || to === from ? [] : [named(name, from, to)]
    )
  )
]

const reachedStage = (stage: string): string => `Dispute: reaches ${stage}`

/** The transitions that no commit shows, each with the reason. */
const unseenTransitions: Readonly<Record<string, string>> = {
  "Payment: begins as created": "A payment is inserted after its first transition.",
  "Payment: requires_payment to authenticating": "No operation charges a payment without a method.",
  "Payment: requires_payment to processing": "No operation charges a payment without a method.",
  "Payment: authenticating to failed": "A payer who does not authenticate is declined.",
  "Payment: authenticating to expired": "A payer who does not authenticate in time is declined.",
  "Payment: authenticating to canceled":
    "A session can't be canceled while its payer authenticates.",
  "Billing cycle: due to paid": "A cycle that costs nothing falls due and is paid in one commit.",
  "Billing cycle: due to skipped":
    "A pause skips cycles whose period has not begun, and that of a due cycle has."
}

/** The names of all transitions of the engine's machines, and of the stages of a dispute. */
export const allTransitions: ReadonlySet<string> = new Set(
  [...machines.flatMap(transitionsIn), ...DisputeStage.literals.map(reachedStage)].filter(
    (name) => unseenTransitions[name] === undefined
  )
)

const fieldIn = (row: unknown, field: "status" | "stage"): string | null => {
  const value = Object(row)[field]
  return typeof value === "string" ? value : null
}

/** Returns the names of the transitions that the changes of a commit make. */
export const transitionsOf = (changes: ReadonlyArray<Change>): ReadonlyArray<string> =>
  changes.flatMap((change) => {
    if (change._tag !== "Insert" && change._tag !== "Update") return []
    const { collection, row } = change
    const before = change._tag === "Update" ? change.before : null
    if (collection.name === DisputeCollection.name) {
      const stage = fieldIn(row, "stage")
      return stage === null || stage === fieldIn(before, "stage") ? [] : [reachedStage(stage)]
    }
    const machine = machineOf[collection.name]?.(row)
    const [from, to] = [fieldIn(before, "status"), fieldIn(row, "status")]
    if (machine === undefined || to === null || from === to) return []
    // A row may be inserted after its first transition.
    const isMoved = from === null && !machine.initial.includes(to)
    return [named(machine.name, isMoved ? (machine.initial[0] ?? null) : from, to)]
  })
