import type { MidAccount } from "@payloom/core"
import { Effect } from "effect"
import { chargeThat, modificationThat } from "../../sandbox/conduct.ts"
import { sandbox, sandboxSecret } from "../../sandbox/sandbox.ts"
import { refusingAccount, sandboxAccounts } from "../../sandbox/sandboxAccounts.ts"
import { accountOf, storeCard } from "../../sandbox/sandboxCalls.ts"
import type { SandboxProviderOptions } from "../../sandbox/sandboxCapabilities.ts"
import { voiceOf } from "../../sandbox/sandboxNotifications.ts"
import { sandboxReturn } from "../../sandbox/sandboxReturns.ts"
import { signed } from "../../sandbox/signedNotification.ts"
import type { TestCardName } from "../../sandbox/testCards.ts"
import type { ProviderHarness } from "../ProviderHarness.ts"

/** The shapes that providers come in, and the sandbox as each of them. */
export const sandboxShapes = {
  "that can do everything": {},
  "that remembers no reference": { capabilities: { dedupesForHours: 0 } },
  "that can't be asked": { capabilities: { lookup: false } },
  "that is told what payers bring back": { payers: "told" },
  "that is told of payers, and can't be asked": {
    payers: "told",
    capabilities: { lookup: false }
  },
  "that can't be asked, and tells by notifications": {
    capabilities: { lookup: false, notifications: true }
  },
  "that charges cards by tokens of its own": { tokensOnly: true },
  "that can do little": {
    capabilities: {
      methods: ["card"],
      currencies: ["JPY", "KWD"],
      refunds: "full",
      manualCapture: false,
      partialCapture: false,
      amountStep: { KWD: 10n }
    }
  }
} as const satisfies Readonly<Record<string, SandboxProviderOptions>>

/** The name of a shape. */
export type SandboxShape = keyof typeof sandboxShapes

const run = Effect.runPromise

/** The sandbox in one of its shapes, in the hands of a test. */
export const sandboxHarness = async (shape: SandboxShape): Promise<ProviderHarness> => {
  const options: SandboxProviderOptions = sandboxShapes[shape]
  const hasTokens = options.tokensOnly === true
  const mid = accountOf(sandboxAccounts.primary)
  const box = sandbox({
    providers: [options],
    ...(hasTokens ? { tokenAccounts: [{ credentials: mid.credentials }] } : {})
  })
  const { provider } = box
  const sourceOf = async (card: TestCardName) => {
    const { vaultReference, tokens } = await run(storeCard(box, card))
    const token = tokens?.[0]?.token
    return {
      _tag: "Vaulted" as const,
      vaultReference,
      ...(token === undefined ? {} : { token })
    }
  }
  const declines = [
    { card: "insufficient_funds", rawCode: "nsf", means: "insufficient_funds" },
    { card: "stolen_card", rawCode: "stolen_card", means: "card_declined" },
    { card: "unmapped_decline", rawCode: "unheard_of", means: "card_declined" }
  ] as const
  const asks = provider.capabilities.methods.includes("apm")
  return {
    provider,
    mid,
    otherMid: accountOf(sandboxAccounts.secondary),
    refusedMid: accountOf(refusingAccount),
    sources: {
      approved: await sourceOf("approved"),
      declined: await Promise.all(
        declines.map(async ({ card, ...rest }) => ({ source: await sourceOf(card), ...rest }))
      ),
      pending: await sourceOf("pending"),
      ...(asks ? { asksPayer: { _tag: "Apm", apm: "sandbox_bank" } } : {}),
      ...(hasTokens ? { foreign: { _tag: "Vaulted", vaultReference: "another's" } } : {})
    },
    backend: backendOf(box, mid),
    faults: faultsOf(box)
  }
}

const backendOf = (
  { bank, notifications }: ReturnType<typeof sandbox>,
  { credentials }: MidAccount
): ProviderHarness["backend"] => {
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
        .filter(
          ({ state, ...made }) =>
            made.kind === kind &&
            made.reference === reference &&
            state !== "failed" &&
            state !== "hold_expired"
        )
        .map(({ amount }) => ({ amount })),
    payerAnswers: async (reference, approves) => {
      await run(bank.payerAnswers(reference, approves))
      return sandboxReturn(reference)
    },
    notification: (reference) => run(tellingNow(reference)),
    oldNotification: async (reference, signedAt) => {
      const { body } = await run(tellingNow(reference))
      return signed(sandboxSecret, voiceOf(credentials), body, signedAt)
    }
  }
}

type Fault = keyof ProviderHarness["faults"]

/** One fault at a time waits for the next call, whatever that is. */
const faultsOf = ({ script }: ReturnType<typeof sandbox>): ProviderHarness["faults"] => {
  let next: Fault | null = null
  const meet =
    <Conduct>(conducts: Readonly<Record<Fault, Conduct>>) =>
    () => {
      const fault = next
      next = null
      return fault === null ? undefined : conducts[fault]
    }
  const forEver = { times: Infinity }
  script.charge(
    meet({
      breaksAnswer: chargeThat.throwsAfterCharging(),
      holdsAnswer: chargeThat.hangsAfterCharging(),
      refusesConnection: chargeThat.isNotSent()
    }),
    forEver
  )
  const conducts = {
    breaksAnswer: modificationThat.throwsAfterwards(),
    holdsAnswer: modificationThat.hangsAfterwards(),
    refusesConnection: modificationThat.isNotSent()
  }
  for (const kind of ["capture", "void", "refund"] as const) script[kind](meet(conducts), forEver)
  const waits = (fault: Fault) => () => {
    next = fault
  }
  return {
    breaksAnswer: waits("breaksAnswer"),
    holdsAnswer: waits("holdsAnswer"),
    refusesConnection: waits("refusesConnection")
  }
}
