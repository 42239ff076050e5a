import type { ApmSource, AttemptId, MidAccount, PayerReturn, PaymentProvider } from "@payloom/core"
import { Effect } from "effect"
import { chargeThat } from "../../sandbox/conduct.ts"
import { type Sandbox, sandbox, sandboxSecret } from "../../sandbox/sandbox.ts"
import { refusingAccount, sandboxAccounts } from "../../sandbox/sandboxAccounts.ts"
import { accountOf, storeCard } from "../../sandbox/sandboxCalls.ts"
import { voiceOf } from "../../sandbox/sandboxNotifications.ts"
import { sandboxReturn } from "../../sandbox/sandboxReturns.ts"
import { signed } from "../../sandbox/signedNotification.ts"
import type { TestCardName } from "../../sandbox/testCards.ts"
import type {
  DisputesAtBackend,
  ProviderBackend,
  ProviderHarness,
  ProviderSources
} from "../ProviderHarness.ts"
import { breakableProvider } from "./breakableProvider.ts"
import { losingEvidence, sandboxFaults, waitingProvider } from "./sandboxFaults.ts"
import { type SandboxShape, type Shape, sandboxShapes } from "./sandboxShapes.ts"
import { chargingLater, chargingNoLess, decidingLater, lagging } from "./tardyProviders.ts"

const run = Effect.runPromise

/** Creates a harness of the sandbox in one of its shapes. */
export const sandboxHarness = async (name: SandboxShape): Promise<ProviderHarness> => {
  const shape: Shape = sandboxShapes[name]
  const decided = new Set<string>()
  const { options = {}, asksOnPage, settlesLater, waitsFirst, ...tardy } = shape
  const mid = accountOf(sandboxAccounts.primary)
  const box = sandbox({
    providers: [options],
    ...(options.tokensOnly ? { tokenAccounts: [{ credentials: mid.credentials }] } : {})
  })
  const { provider, script } = box
  const faulty = losingEvidence(provider, sandboxFaults(script, settlesLater === true))
  const behind = breakableProvider(shaped(faulty.provider, tardy, decided), faulty.faults)
  const asks = provider.capabilities.methods.includes("apm")
  const apm = asksOnPage ? "sandbox_app" : "sandbox_bank"
  return {
    ...(waitsFirst ? waitingProvider(behind.provider, behind.faults) : behind),
    mid,
    secondProvider: behind.provider,
    splitAccounts: ["acct_baker", "acct_brewer"],
    heldForMs: 60,
    pageSize: 3,
    ...(tardy.least === undefined
      ? {}
      : { leastAmount: { JPY: tardy.least, EUR: tardy.least, KWD: tardy.least } }),
    otherMid: accountOf(sandboxAccounts.secondary),
    refusedMid: accountOf(refusingAccount),
    sources: {
      ...(await cardsOf(box)),
      ...(asks ? { asksPayer: { _tag: "Apm", apm }, reusable: debit } : {}),
      ...(options.tokensOnly ? { foreign: { _tag: "Vaulted", vaultReference: "another's" } } : {})
    },
    backend: {
      ...backendOf(box, mid),
      approvesReusable: async () => null,
      ...(tardy.chargesLater
        ? { decides: async (reference: string) => void decided.add(reference) }
        : {}),
      payerAnswers: asksOnPage
        ? async (reference, approves) => sandboxReturn(reference, approves)
        : answersAtBank(box)
    }
  }
}

const debit: ApmSource = {
  _tag: "Apm",
  apm: "sandbox_debit",
  details: { name: "Ada Lovelace", accountNumber: "DE89370400440532013000" }
}

const shaped = (
  provider: PaymentProvider,
  shape: Pick<Shape, "decidesLater" | "chargesLater" | "searchLags" | "least">,
  decided: ReadonlySet<string>
): PaymentProvider => {
  const { decidesLater, chargesLater, searchLags, least } = shape
  if (chargesLater) return chargingLater(provider, decided)
  if (decidesLater) return decidingLater(provider)
  if (searchLags) return lagging(provider)
  return least === undefined ? provider : chargingNoLess(provider, least)
}

const declines = [
  { card: "insufficient_funds", rawCode: "nsf", means: "insufficient_funds" },
  { card: "stolen_card", rawCode: "stolen_card", means: "card_declined" },
  { card: "unmapped_decline", rawCode: "unheard_of", means: "card_declined" }
] as const

/** An ordinary card for which the bank always charges slightly less than the requested amount. */
const shortCard = "approved_jcb"

const cardsOf = async (box: Sandbox): Promise<ProviderSources> => {
  const sourceOf = async (card: TestCardName) => {
    const { vaultReference, tokens } = await run(storeCard(box, card))
    const token = tokens?.[0]?.token
    return {
      _tag: "Vaulted" as const,
      vaultReference,
      ...(token === undefined ? {} : { token })
    }
  }
  const takesLess = { card: shortCard, times: Infinity } as const
  box.script.charge(chargeThat.isApprovedWithSurplus(-1n), takesLess)
  const approved = await sourceOf("approved")
  return {
    approved,
    verifiable: approved,
    approvedForLess: await sourceOf(shortCard),
    approvedInPart: await sourceOf("approved_in_part"),
    networkToken: approved,
    decryptedWallet: { ...approved, wallet: "sandbox_wallet" },
    refusedNetworkToken: await sourceOf("network_token_refused"),
    declined: await Promise.all(
      declines.map(async ({ card, ...rest }) => ({ source: await sourceOf(card), ...rest }))
    ),
    pending: await sourceOf("pending")
  }
}

const answersAtBank =
  ({ bank }: Sandbox) =>
  async (reference: string, approves: boolean): Promise<PayerReturn> => {
    await run(bank.payerAnswers(reference, approves))
    return sandboxReturn(reference)
  }

const disputesOf = ({ bank, dispute }: Sandbox): DisputesAtBackend => {
  const charges = new Map<string, AttemptId>()
  return {
    begin: async (reference) => {
      const charge = reference as AttemptId
      const begun = await run(dispute({ attempts: [charge] }))
      charges.set(begun, charge)
      return begun
    },
    lose: async (lost) => {
      const charge = charges.get(lost)
      if (charge !== undefined) {
        await run(dispute({ attempts: [charge] }, { dispute: lost, stage: "lost" }))
      }
    },
    submissions: (of) => run(bank.timesSubmitted(of))
  }
}

const backendOf = (box: Sandbox, { credentials }: MidAccount): ProviderBackend => {
  const { bank, notifications, returnCapture } = box
  const tellingNow = (reference: string) =>
    reference.startsWith("attempt_")
      ? notifications.charge(reference)
      : notifications.modification(reference)
  return {
    charges: async (reference) =>
      (await run(bank.charges()))
        .filter(
          ({ state, ...made }) =>
            made.reference === reference && state !== "declined" && state !== "requires_action"
        )
        .map(({ amount, currency }) => ({ amount, currency })),
    modifications: async (kind, reference) =>
      (await run(bank.modifications()))
        .filter((made) => made.kind === kind && made.reference === reference)
        .flatMap(({ amount, state }) =>
          state === "succeeded" || state === "pending" ? [{ amount, state }] : []
        ),
    splits: async (reference) => {
      const charges = await run(bank.charges())
      const refunds = await run(bank.modifications())
      return [...charges, ...refunds]
        .filter((made) => made.reference === reference)
        .flatMap(({ splits }) => splits)
    },
    disputes: disputesOf(box),
    returnsCapture: (reference) => run(returnCapture({ attempts: [reference as AttemptId] })),
    notification: (reference) => run(tellingNow(reference)),
    oldNotification: async (reference, signedAt) => {
      const { body } = await run(tellingNow(reference))
      return signed(sandboxSecret, voiceOf(credentials), body, signedAt)
    }
  }
}
