import type {
  ChargeOutcome,
  ChargeRequest,
  PayerReturn,
  ProviderAction,
  ResumeRequest
} from "@payloom/core"
import { Clock, Effect } from "effect"
import { type BankCharge, payerHasUntil } from "./bankCharge.ts"
import type { BankDesk } from "./SandboxBank.ts"

/** How a provider has a payer do what their bank asks, and hears that they did it. */
export interface SandboxReturns {
  /**
   * `asked`: the engine looks it up. `told`: the engine has to hand back the state of the action
   * and what the payer brought along, see {@link sandboxReturn}; until then nothing is charged.
   */
  readonly payers?: "asked" | "told"
}

/** What the sandbox's script calls the one kind of action that it knows. */
export const sandboxActionKind = "sandbox_challenge"

/**
 * What a payer brings back who was sent away over a charge, by its reference: a page hands it on
 * as it came. In place of the query, the answer that the sandbox's script had from the payer.
 */
export const sandboxReturn = (reference: string, approves?: boolean): PayerReturn =>
  approves === undefined
    ? { query: { redirect_result: `${reference}_is_back` } }
    : { result: { reference, approves } }

/** Where the bank sends a payer back to, with what they bring along where that is wanted. */
export const wayBack = (
  { reference, returnUrl }: Pick<ChargeRequest, "reference" | "returnUrl">,
  { payers }: SandboxReturns
): { readonly returnUrl?: string } => {
  if (returnUrl === null) return {}
  if (payers !== "told") return { returnUrl }
  const back = new URL(returnUrl)
  for (const [name, value] of Object.entries(sandboxReturn(reference).query ?? {})) {
    back.searchParams.set(name, value)
  }
  return { returnUrl: back.href }
}

const stateOf = ({ reference }: BankCharge): string => `state_of_${reference}`

/** What the payer is asked to do, and what the provider wants back with them. */
export const askedOf = (
  charge: BankCharge,
  bankPage: string,
  { payers }: SandboxReturns
): Extract<ChargeOutcome, { readonly _tag: "RequiresAction" }> => {
  const { providerReference, reference, verdict } = charge
  const url = `${bankPage}/${encodeURIComponent(reference)}`
  const { instructions = false, script = false } = verdict._tag === "AskPayer" ? verdict : {}
  const action: ProviderAction = instructions
    ? { _tag: "Instructions", text: `Pay at ${url}.`, reference: providerReference }
    : script
      ? { _tag: "ClientSide", kind: sandboxActionKind, payload: { reference } }
      : { _tag: "Redirect", url }
  return {
    _tag: "RequiresAction",
    providerReference,
    action,
    expiresAt: payerHasUntil(charge),
    ...(payers === "told" ? { state: stateOf(charge) } : {})
  }
}

/**
 * Finishes a charge whose payer is back. One who brings nothing of what was sent along with them
 * is still waited for; the script's answer is the payer's.
 */
export const resumeWith = (
  bank: BankDesk,
  outcomeOf: (charge: BankCharge, now: number) => ChargeOutcome
) =>
  Effect.fn("SandboxProvider.resume")(function* (
    request: ResumeRequest
  ): Effect.fn.Return<ChargeOutcome> {
    const at = yield* Clock.currentTimeMillis
    if (at > request.sendBefore) {
      return { _tag: "NotSent", reason: "past the deadline for sending" }
    }
    const account = request.mid.credentials
    const { providerReference } = request
    const before = (yield* bank.books).books.chargeByProvider(account, providerReference)
    if (before === undefined) return { _tag: "Unknown", reason: "the bank has no such charge" }
    if (request.state !== stateOf(before)) {
      return {
        _tag: "AccountUnavailable",
        reason: "The state of the action is missing.",
        rawCode: "no_state"
      }
    }
    const answer = answerIn(before.reference, request.returned)
    if (answer === null) {
      return {
        _tag: "AccountUnavailable",
        reason: "The payer brought nothing back.",
        rawCode: "no_result"
      }
    }
    if (answer !== "at_bank") {
      const rawCode = answer === "approved" ? null : "sca_failed"
      yield* bank.submit({ _tag: "Answer", at, account, providerReference, rawCode })
    }
    const { books, now } = yield* bank.books
    const charge = books.chargeByProvider(account, providerReference)
    return outcomeOf(charge ?? before, now)
  })

/** What the payer did: at the bank, which knows, or on the page, which tells. */
const answerIn = (
  reference: string,
  returned: PayerReturn | null
): "at_bank" | "approved" | "refused" | null => {
  if (returned?.query?.redirect_result === `${reference}_is_back`) return "at_bank"
  const result = Object(returned?.result) as {
    readonly reference?: unknown
    readonly approves?: unknown
  }
  if (result.reference !== reference) return null
  return result.approves === true ? "approved" : "refused"
}
