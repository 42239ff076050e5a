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

/** How a provider's payers confirm a charge, and how the provider learns their answer. */
export interface SandboxReturns {
  /**
   * `lookup`: the engine looks the charge up. This is the default. `return_data`: the engine must
   * send the state of the action and the data that the payer returned with, see
   * {@link sandboxReturn}. Nothing is charged before.
   */
  readonly payerResult?: "lookup" | "return_data"
}

/** The sandbox script's name of its only kind of action. */
export const sandboxActionKind = "sandbox_challenge"

/**
 * Returns the data that a payer returns with after a redirect of a charge, by its reference. With
 * `approves`, returns the payer's answer to the sandbox's script in place of the query.
 */
export const sandboxReturn = (reference: string, approves?: boolean): PayerReturn =>
  approves === undefined
    ? { query: { redirect_result: `${reference}_is_back` } }
    : { result: { reference, approves } }

/** Returns the URL to which a bank returns the payer, with a query if the provider needs one. */
export const wayBack = (
  { reference, returnUrl }: Pick<ChargeRequest, "reference" | "returnUrl">,
  { payerResult }: SandboxReturns
): { readonly returnUrl?: string } => {
  if (returnUrl === null) return {}
  if (payerResult !== "return_data") return { returnUrl }
  const back = new URL(returnUrl)
  for (const [name, value] of Object.entries(sandboxReturn(reference).query ?? {})) {
    back.searchParams.set(name, value)
  }
  return { returnUrl: back.href }
}

const stateOf = ({ reference }: BankCharge): string => `state_of_${reference}`

/** Returns the action for the payer, and the state that the provider needs back. */
export const askedOf = (
  charge: BankCharge,
  bankPage: string,
  { payerResult }: SandboxReturns
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
    ...(payerResult === "return_data" ? { state: stateOf(charge) } : {})
  }
}

/**
 * Finishes a charge whose payer has returned. Without the data from the bank, the charge still
 * waits. The script's answer is the payer's answer.
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

/** Returns the payer's answer, from the bank's records or from the page. */
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
