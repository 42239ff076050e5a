import { type Fields, isFields } from "@payloom/core"
import { listAt, textOf } from "../../fields.ts"
import type { Money } from "../../Processor.ts"
import { worldpayMoney } from "./worldpayPayments.ts"

/** One request to Worldpay about a payment, such as a refund, with its latest state. */
export interface WorldpayCommand {
  readonly kind: "authorization" | "sale" | "settlement" | "refund" | "cancellation" | "reversal"
  readonly state: "requested" | "done" | "refused" | "failed" | "timed_out"
  readonly id: string | null
  /** The reference of a settlement or refund. Null for all others. */
  readonly reference: string | null
  /** The amount of a settlement, refund or reversal. Null stands for the whole. */
  readonly money: Money | null
  /** The refusal's code, or the failure's name. */
  readonly code: string | null
  readonly description: string | null
}

const states: Readonly<Record<string, WorldpayCommand["state"]>> = {
  Requested: "requested",
  Succeeded: "done",
  Refused: "refused",
  Failed: "failed",
  TimedOut: "timed_out",
  RequestSubmitted: "done",
  RequestSubmissionFailed: "failed",
  RequestSubmissionTimedOut: "timed_out"
}

const eventName = /^(authorization|sale|settlement|refund|cancellation|reversal)([A-Z]\w+)$/

/**
 * Returns the requests about a payment by its events, the oldest first. Events of one request have
 * the same command. Events of other names are left out.
 */
export const commandsOf = (payment: Fields): ReadonlyArray<WorldpayCommand> => {
  const commands = new Map<string, WorldpayCommand>()
  for (const event of listAt(payment, "events").filter(isFields)) {
    const [, kind, what = ""] = eventName.exec(String(event.eventName)) ?? []
    const state = Object.hasOwn(states, what) ? states[what] : undefined
    if (kind === undefined || state === undefined) continue
    const id = textOf(event.commandId)
    const key = `${kind} ${id ?? event.eventName}`
    const known = commands.get(key)
    const { error, value } = event
    commands.set(key, {
      kind: kind as WorldpayCommand["kind"],
      state,
      id,
      reference:
        textOf(event.settlementReference) ??
        textOf(event.refundReference) ??
        known?.reference ??
        null,
      money: worldpayMoney(value) ?? known?.money ?? null,
      code: textOf(event.code) ?? textOf(Object(error).name),
      description: textOf(event.description) ?? textOf(Object(error).message)
    })
  }
  return [...commands.values()]
}

/** Returns the authorization, or the sale, which is an authorization and its settlement. */
export const authorizationIn = (
  commands: ReadonlyArray<WorldpayCommand>
): WorldpayCommand | undefined =>
  commands.find(({ kind }) => kind === "authorization" || kind === "sale")

/** Returns true if a request of this kind was carried out. */
export const isDone = (
  commands: ReadonlyArray<WorldpayCommand>,
  kind: WorldpayCommand["kind"]
): boolean => commands.some((each) => each.kind === kind && each.state === "done")

/** Returns the sum of the requests of a kind that were carried out. */
const sumOf = (
  commands: ReadonlyArray<WorldpayCommand>,
  kind: WorldpayCommand["kind"],
  whole: bigint
): bigint =>
  commands
    .filter((each) => each.kind === kind && each.state === "done")
    .reduce((sum, { money }) => sum + (money?.amount ?? whole), 0n)

/** Returns the settled amount of a payment. `whole` is the authorized amount. */
export const settledIn = (commands: ReadonlyArray<WorldpayCommand>, whole: bigint): bigint =>
  isDone(commands, "settlement") ? sumOf(commands, "settlement", whole) : whole

/** Returns the amount that can still be refunded, or null if nothing was settled. */
export const refundableIn = (
  commands: ReadonlyArray<WorldpayCommand>,
  whole: bigint
): bigint | null => {
  if (!isDone(commands, "settlement") && !isDone(commands, "sale")) return null
  const settled = settledIn(commands, whole)
  const returned = sumOf(commands, "refund", settled) + sumOf(commands, "reversal", settled)
  return settled - returned
}
