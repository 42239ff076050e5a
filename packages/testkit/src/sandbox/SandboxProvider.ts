import type {
  CancelOutcome,
  ChargeLookup,
  ChargeOutcome,
  ChargeRequest,
  ChargeSource,
  ModificationOutcome,
  ModificationRequest,
  PaymentProvider,
  ProviderCapabilities
} from "@payloom/core"
import { Clock, Effect, type Option } from "effect"
import type { BankBooks } from "./BankBooks.ts"
import { standingAt } from "./bankCharge.ts"
import type { ModifyCommand } from "./bankCommands.ts"
import {
  type CardName,
  chargeConductOf,
  type ModificationKind,
  modificationConductOf
} from "./cardConduct.ts"
import { optionalFields, splitsOf } from "./chargeFields.ts"
import { type ChargeConduct, chargeThat, type Line, modificationThat } from "./conduct.ts"
import {
  chargeLookup,
  chargeOutcome,
  finishedOutcome,
  modificationLookup,
  modificationOutcome
} from "./providerAnswers.ts"
import { chargedBy, chargeUnsupported, modificationUnsupported } from "./providerRules.ts"
import type { BankDesk } from "./SandboxBank.ts"
import type { ScriptPlayer } from "./SandboxScript.ts"
import type { SealedCard } from "./SandboxVault.ts"
import { refusingAccount } from "./sandboxAccounts.ts"
import { capabilitiesOf, type SandboxProviderOptions } from "./sandboxCapabilities.ts"
import { sandboxDeclines } from "./sandboxDeclines.ts"
import { sandboxEvidence } from "./sandboxEvidence.ts"
import { sandboxListing } from "./sandboxListing.ts"
import { readSandboxNotification } from "./sandboxNotifications.ts"
import { resumeWith, type SandboxReturns, wayBack } from "./sandboxReturns.ts"
import { isOthersToken, othersToken, savesMethod } from "./sandboxTokens.ts"

const hourMs = 3_600_000

/** The parts that all providers of a sandbox share. */
export interface SandboxBackground {
  readonly secret: string
  readonly bank: BankDesk
  readonly script: ScriptPlayer
  /** The URL of the bank's pages for payers, without a slash at the end. */
  readonly bankPage: string
  readonly readVaultReference: (vaultReference: string) => Option.Option<SealedCard>
}

const pastDeadline = { _tag: "NotSent", reason: "past the deadline for sending" } as const

const broken = Effect.suspend(() => Effect.die(new Error("sandbox: the connection broke")))

/** Simulates the way of an answer: it comes after a delay, never, or the connection breaks. */
const travel = (line: Line): Effect.Effect<void> => {
  switch (line._tag) {
    case "Answers":
      return line.afterMs > 0 ? Effect.sleep(line.afterMs) : Effect.void
    case "Hangs":
      return Effect.never
    case "Breaks":
      return broken
  }
}

const unanswered = { _tag: "Unknown", reason: "no answer" } as const

/** The answer to an account whose key was revoked. */
const revoked = {
  _tag: "AccountUnavailable",
  reason: "The API key of this account was revoked.",
  rawCode: "api_key_revoked"
} as const

const chargeWith = (
  name: string,
  capabilities: ProviderCapabilities,
  returns: SandboxReturns,
  { bank, script, bankPage, readVaultReference }: SandboxBackground
) =>
  Effect.fn("SandboxProvider.charge")(function* (
    request: ChargeRequest
  ): Effect.fn.Return<ChargeOutcome> {
    const now = yield* Clock.currentTimeMillis
    if (now > request.sendBefore) return pastDeadline
    const { reference, amount, currency } = request
    const account = request.mid.credentials
    if (account === refusingAccount) return revoked
    if (isOthersToken(request)) return othersToken
    const { card, brand, refusedAs } = chargedBy(request.source, readVaultReference, now)
    const scripted = script.playCharge({ provider: name, account, reference, card, amount })
    const refusal = chargeUnsupported(capabilities, request) ?? refusedAs
    const conduct: ChargeConduct =
      scripted ??
      (refusal === undefined
        ? chargeConductOf(card, {
            account,
            authenticated: hasMetPayer(request),
            amount,
            byNetworkToken: usesNetworkToken(request),
            acceptsPart: request.authorization?.partial === true
          })
        : chargeThat.isDeclined(refusal))
    if (conduct._tag === "Says") return conduct.outcome
    if (conduct._tag === "NotSent") return conduct
    if (conduct._tag === "Lost") return yield* Effect.as(travel(conduct.line), unanswered)
    const { charge, isRepeat, appears } = yield* bank.submitCharge({
      _tag: "Charge",
      at: now,
      account,
      reference,
      card,
      amount,
      currency,
      capture: request.capture && request.type !== "verify",
      ...wayBack(request, returns),
      verdict: conduct.verdict,
      holdMs: holdHoursOf(capabilities, brand, card) * hourMs,
      ...optionalFields(request),
      ...(savesMethod(capabilities, request) ? { savesMethod: true } : {}),
      dedupeMs: capabilities.dedupesForHours * hourMs
    })
    if (!appears) return yield* broken
    // The card's connection fault ends when the bank has the charge, so a repeated call is
    // answered.
    if (!isRepeat || scripted !== undefined) yield* travel(conduct.line)
    return chargeOutcome(charge, bankPage, returns)
  })

const usesNetworkToken = ({ source }: ChargeRequest): boolean =>
  source._tag === "Vaulted" && source.usesNetworkToken === true

const isToken = (source: ChargeSource): boolean =>
  source._tag !== "Vaulted" || source.token !== undefined

/** A card's hold may be shorter than its brand's usual hold. */
const holdHoursOf = ({ holdHours }: ProviderCapabilities, brand: string, card: CardName): number =>
  card === "short_hold" ? 48 : (holdHours[brand] ?? holdHours.default)

const modifyWith = (
  kind: ModificationKind,
  name: string,
  capabilities: ProviderCapabilities,
  { bank, script }: SandboxBackground
) =>
  Effect.fn(`SandboxProvider.${kind}`)(function* (
    request: ModificationRequest
  ): Effect.fn.Return<ModificationOutcome> {
    const { books, now } = yield* bank.books
    if ((yield* Clock.currentTimeMillis) > request.sendBefore) return pastDeadline
    const { reference, amount, currency } = request
    const account = request.charge.mid.credentials
    if (account === refusingAccount) return revoked
    const charge = books.chargeByProvider(account, request.charge.providerReference)
    const call = { provider: name, account, reference, amount }
    const scripted = script.playModification(
      kind,
      charge === undefined ? call : { ...call, card: charge.card }
    )
    const refusal = modificationUnsupported(
      capabilities,
      kind,
      request,
      charge === undefined ? undefined : standingAt(charge, now)
    )
    const usual =
      refusal === undefined
        ? modificationConductOf(kind, charge?.card ?? "unlisted")
        : modificationThat.fails(refusal)
    const wanted = scripted ?? usual
    const wasLost = wanted._tag === "Lost" && wanted.once && books.hasLost(account, kind, reference)
    const conduct = wasLost ? modificationThat.succeeds() : wanted
    if (conduct._tag === "Says") return conduct.outcome
    if (conduct._tag === "NotSent") return conduct
    if (conduct._tag === "Lost") {
      yield* bank.submit({ _tag: "Lose", at: now, account, kind, reference })
      return yield* Effect.as(travel(conduct.line), unanswered)
    }
    const { reference: attempt, providerReference } = request.charge
    const command: ModifyCommand = {
      _tag: "Modify",
      at: now,
      account,
      kind,
      reference,
      charge: { reference: attempt, providerReference },
      amount,
      currency,
      verdict: conduct.verdict,
      ...(request.isFinal === false ? { keepsRest: true } : {}),
      ...(request.reversesSplits === true ? { reversesSplits: true } : {}),
      ...(kind === "refund" ? splitsOf(request) : {}),
      dedupeMs: capabilities.dedupesForHours * hourMs
    }
    const { modification, isRepeat } = yield* bank.submitModification(command)
    if (!isRepeat || scripted !== undefined) yield* travel(conduct.line)
    return modificationOutcome(modification)
  })

/** Returns true if the issuer has challenged the payer, and not only checked the device. */
const hasMetPayer = ({ threeDs }: ChargeRequest): boolean => threeDs?.flow === "challenge"

type NoAnswer = Exclude<ChargeLookup, { readonly _tag: "Found" }>

const unavailable = (reason: string): NoAnswer => ({ _tag: "Unavailable", reason })

/** Looks up the answer in the books, unless the script or the capabilities say otherwise. */
const lookupWith = (
  name: string,
  capabilities: ProviderCapabilities,
  { bank, script }: SandboxBackground
) =>
  Effect.fnUntraced(function* <Answer>(
    account: string,
    reference: string,
    read: (books: BankBooks, now: number) => Answer
  ) {
    if (!capabilities.lookup) return unavailable("the provider offers no lookup")
    const scripted = script.playLookup({ provider: name, account, reference })
    if (scripted?._tag === "Says") return scripted.answer
    if (scripted?._tag === "Lost") {
      return yield* Effect.as(travel(scripted.line), unavailable("no answer"))
    }
    const { books, now } = yield* bank.books
    return read(books, now)
  })

/**
 * Creates a payment provider that uses the sandbox's bank. The card's row in {@link testCards} or
 * the script decides what a charge does. The bank records what was charged, and how often. No call
 * fails: lost connections are defects, and a missing answer is `Effect.never`, as with a real
 * provider.
 */
export const sandboxProvider = (
  background: SandboxBackground,
  options: SandboxProviderOptions = {}
): PaymentProvider => {
  const name = options.name ?? "sandbox"
  const capabilities = capabilitiesOf(options)
  const { bank, secret } = background
  const { bankPage } = background
  const lookup = lookupWith(name, capabilities, background)
  return {
    name,
    environment: options.environment ?? "test",
    capabilities,
    declines: sandboxDeclines,
    charge: chargeWith(name, capabilities, options, background),
    ...(options.tokensOnly === true ? { canCharge: isToken } : {}),
    ...(options.payerResult === "return_data"
      ? { resume: resumeWith(bank, finishedOutcome(bankPage, options)) }
      : {}),
    capture: modifyWith("capture", name, capabilities, background),
    void: modifyWith("void", name, capabilities, background),
    refund: modifyWith("refund", name, capabilities, background),
    increment: modifyWith("increment", name, capabilities, background),
    lookup: Effect.fn("SandboxProvider.lookup")(function* ({ mid, reference }) {
      const account = mid.credentials
      return yield* lookup(account, reference, (books, now) =>
        chargeLookup(books.charge(account, reference), now)
      )
    }),
    lookupModification: Effect.fn("SandboxProvider.lookupModification")(function* (query) {
      const { kind, reference, providerReference, charge } = query
      const account = charge.mid.credentials
      return yield* lookup(account, reference, (books, now) => {
        const made =
          books.modification(account, kind, reference) ??
          (providerReference === null
            ? undefined
            : books.modificationByProvider(account, kind, providerReference))
        return modificationLookup(made, now)
      })
    }),
    cancel: Effect.fn("SandboxProvider.cancel")(function* ({ mid, providerReference }) {
      const at = yield* Clock.currentTimeMillis
      const account = mid.credentials
      const rawCode = "payer_canceled"
      yield* bank.submit({ _tag: "Answer", at, account, providerReference, rawCode })
      const { books, now } = yield* bank.books
      const charge = books.chargeByProvider(account, providerReference)
      const state = charge === undefined ? "unknown" : standingAt(charge, now).state
      return state === "declined"
        ? ({ _tag: "Canceled" } satisfies CancelOutcome)
        : ({ _tag: "NotCanceled", reason: `the charge is ${state}` } satisfies CancelOutcome)
    }),
    ...sandboxListing(bank, capabilities.lookup),
    ...(options.takesEvidence === false ? {} : sandboxEvidence(bank)),
    readNotification: (mid, notification) => readSandboxNotification(secret, mid, notification)
  }
}
