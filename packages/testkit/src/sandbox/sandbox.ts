import {
  type AccountUpdater,
  type CardRelay,
  CardVault,
  type Merchant,
  type Payloom,
  type PayloomSetup,
  type Payment,
  type PaymentProvider,
  type Scope,
  type ThreeDsServer
} from "@payloom/core"
import { Clock, Effect, Layer } from "effect"
import { auditEngine, auditPayments } from "../audit/auditPayments.ts"
import { memoryLog } from "./bankCommands.ts"
import { type BankPost, bankPost } from "./bankPost.ts"
import { type CardDetails, type CardFieldKey, encryptCard } from "./cardField.ts"
import { type SandboxBank, sandboxBank } from "./SandboxBank.ts"
import { journalLog } from "./SandboxJournal.ts"
import { sandboxProvider } from "./SandboxProvider.ts"
import { type SandboxScript, sandboxScript } from "./SandboxScript.ts"
import { cardSeals, sandboxVault } from "./SandboxVault.ts"
import { sandboxAccounts } from "./sandboxAccounts.ts"
import { sandboxAccountUpdater } from "./sandboxAccountUpdater.ts"
import type { SandboxProviderOptions } from "./sandboxCapabilities.ts"
import { type BankReturn, sandboxCaptureReturns } from "./sandboxCaptureReturns.ts"
import { type BankDisputeNotification, sandboxDisputes } from "./sandboxDisputes.ts"
import { cardFieldKeyPair } from "./sandboxKeys.ts"
import { walletPayload } from "./sandboxMethods.ts"
import {
  type NothingToNotify,
  type SandboxNotifications,
  sandboxNotifications
} from "./sandboxNotifications.ts"
import { type DeskRefund, sandboxRefunds } from "./sandboxRefunds.ts"
import { sandboxRelay } from "./sandboxRelay.ts"
import { openSandboxShop, type SandboxShop, type ShopToOpen } from "./sandboxShop.ts"
import { sandboxThreeDs } from "./sandboxThreeDs.ts"
import { type TokenAccount, withTokens } from "./sandboxTokens.ts"
import { testCardOf } from "./testCardOf.ts"
import { type TestCardName, testCards } from "./testCards.ts"

/** The secret of every sandbox that isn't given one. Known to all: it protects test cards only. */
export const sandboxSecret = "payloom-sandbox"

/** How a sandbox is set up. */
export interface SandboxOptions {
  /**
   * What keys are derived from: the card field's, the vault references' and the notifications'.
   * {@link sandboxSecret} where none is given.
   */
  readonly secret?: string
  /** The file that keeps the bank, for it to outlive its process or to be shared by several. */
  readonly journal?: string
  /** Where the pages of 3DS challenges are served, without a slash at the end. */
  readonly challengePage?: string
  /** Where the pages are on which the bank asks payers, without a slash at the end. */
  readonly bankPage?: string
  /** The accounts that alone can charge its cards, by tokens; every one where nothing is said. */
  readonly tokenAccounts?: ReadonlyArray<TokenAccount>
  /** One provider named `sandbox` where nothing is said. */
  readonly providers?: ReadonlyArray<SandboxProviderOptions>
}

/** A card to encrypt: a test card's name, or one with details of its own, or any details. */
export type CardToEncrypt =
  | TestCardName
  | ({ readonly card: TestCardName } & Partial<Omit<CardDetails, "number">>)
  | CardDetails

/** What the sandbox puts into an engine's setup. */
type SandboxSetup = Required<
  Pick<PayloomSetup<never>, "providers" | "vault" | "threeDs" | "accountUpdater" | "secret">
>

/** Everything on the far side of the engine: field, vault, providers and bank. */
export interface Sandbox extends BankPost {
  /** All that an engine is made of but its storage, with a master secret for tests. */
  readonly setup: SandboxSetup
  /**
   * Opens a shop with an engine: a tenant with merchant accounts. The same again finds the same
   * shop, so a test that starts its engine anew opens it once more.
   */
  readonly openShop: (payloom: Payloom, shop?: ShopToOpen) => Promise<SandboxShop>
  /** Saves a test card with a merchant, for a customer or a new one, and answers its id. */
  readonly saveCard: (shop: Merchant, card: CardToEncrypt, customer?: string) => Promise<string>
  /** The first of `providers`. */
  readonly provider: PaymentProvider
  /** All providers, in the order of the options. */
  readonly providers: ReadonlyArray<PaymentProvider>
  /** Keeps test cards, as their ciphertexts say. */
  readonly vault: CardVault["Service"]
  /** The same, for programs in Effect that need it by itself. */
  readonly vaultLayer: Layer.Layer<CardVault>
  /**
   * By which connectors to other providers, or to fakes of these, charge the cards of this vault by
   * their numbers.
   */
  readonly relay: CardRelay
  /** Tells of cards that were reissued. */
  readonly accountUpdater: AccountUpdater["Service"]
  /**
   * The issuer of a test card sends its holders another one: with a new expiry, and a new number
   * where `card` says so. The engine hears of it by `notifications.cards`.
   */
  readonly reissue: (
    card: TestCardName,
    becomes: { readonly card?: TestCardName; readonly expMonth: number; readonly expYear: number }
  ) => Effect.Effect<void>
  /**
   * The payer disputes a payment at their bank, or with `dispute` that moves on. Answers the bank's
   * name of it; the engine hears of it by `notify`. Fails with `NothingToNotify` where nothing of
   * the payment was captured.
   *
   * @example
   * ```ts
   * const dispute = await Effect.runPromise(box.dispute(payment, { amount: 500n }))
   * await Effect.runPromise(box.dispute(payment, { dispute, stage: "won" }))
   * await box.notify(payloom)
   * ```
   */
  readonly dispute: (
    payment: Pick<Payment, "attempts">,
    news?: BankDisputeNotification
  ) => Effect.Effect<string, NothingToNotify>
  /**
   * Somebody refunds a payment in the bank's dashboard: all that is left of it unless told. Answers
   * the bank's name of the refund; the engine hears of it by `notify`, and has a refund then that
   * nobody asked it for. Fails with `NothingToNotify` where nothing of the payment was captured.
   *
   * @example
   * ```ts
   * await Effect.runPromise(box.refund(payment, { amount: 500n }))
   * await box.notify(payloom)
   * ```
   */
  readonly refund: (
    payment: Pick<Payment, "attempts">,
    refund?: DeskRefund
  ) => Effect.Effect<string, NothingToNotify>
  /**
   * The bank takes back what it captured of a payment: the capture failed after all, or the payer's
   * bank returned the debit. The engine hears of it by `notify`. Fails with `NothingToNotify` if
   * nothing of the payment is captured.
   *
   * @example
   * ```ts
   * await Effect.runPromise(box.returnCapture(payment))
   * await box.notify(payloom)
   * ```
   */
  readonly returnCapture: (
    payment: Pick<Payment, "attempts">,
    why?: BankReturn
  ) => Effect.Effect<void, NothingToNotify>
  /**
   * The bank captures again what it had taken back. Fails with `NothingToNotify` if it has not
   * taken back anything.
   */
  readonly captureAgain: (
    payment: Pick<Payment, "attempts">
  ) => Effect.Effect<void, NothingToNotify>
  /** Authenticates payers as their test cards say. */
  readonly threeDs: ThreeDsServer["Service"]
  /** The payer passes or fails a challenge, by the 3DS session's id; the first answer counts. */
  readonly answerChallenge: (reference: string, passed: boolean) => Effect.Effect<void>
  /** What really happened. */
  readonly bank: SandboxBank
  /** What the next calls shall meet. */
  readonly script: SandboxScript
  /** What the bank tells by itself, to be handed to the engine. */
  readonly notifications: SandboxNotifications
  /** For the card field in the browser. */
  readonly publicKey: CardFieldKey
  /** What the card field makes of a card: a ciphertext for this sandbox's vault. */
  readonly encryptCard: (card: CardToEncrypt) => Promise<string>
  /** What the sandbox's wallet hands out for a payer who has this card in it. */
  readonly walletPayload: typeof walletPayload
  /** Every test card by name: its number, and what becomes of a payment with it. */
  readonly testCards: typeof testCards
  /** Credentials of merchant accounts that behave in ways of their own. */
  readonly accounts: typeof sandboxAccounts
  /**
   * Goes through an engine's books once everything due has run, and answers what is wrong with
   * them, a sentence each: see `auditPayments`. Of all accounts in both modes, or of one. The
   * engine's clock says what is due, and any engine on the same storage sees the same. Of what a
   * provider of your own charged, it says nothing of the bank behind that.
   */
  readonly audit: (
    payloom: Payloom,
    of?: Pick<Merchant, "scope"> | Scope
  ) => Promise<ReadonlyArray<string>>
}

const auditOf =
  (bank: SandboxBank, providers: ReadonlyArray<string>): Sandbox["audit"] =>
  ({ services: { storage, clock } }, of) => {
    const scope = of !== undefined && "scope" in of ? of.scope : of
    const audited = { storage, bank, providers }
    const audit = scope === undefined ? auditEngine(audited) : auditPayments({ ...audited, scope })
    return Effect.runPromise(Effect.provideService(audit, Clock.Clock, clock))
  }

const usualDetails = { expMonth: 12, expYear: 2049, cvc: "123" }

const detailsOf = (card: CardToEncrypt): CardDetails => {
  if (typeof card === "string") return { ...usualDetails, number: testCardOf(card).number }
  if (!("card" in card)) return card
  const { card: name, ...details } = card
  return { ...usualDetails, ...details, number: testCardOf(name).number }
}

/** Long enough, and the same for every engine on the same sandbox's secret. */
const masterSecretOf = (secret: string): string => `the master secret of a sandbox: ${secret}`

/**
 * A sandbox: providers, a card vault and the bank behind them, with published test cards for every
 * way a payment can go. Nothing in it runs by itself and all its time is Effect's Clock, so a test
 * clock drives it.
 *
 * @example
 * ```ts
 * const box = sandbox()
 * const payloom = await Payloom.make({ ...box.setup, storage: memory() })
 * const shop = await box.openShop(payloom)
 * const paymentInstrument = await box.saveCard(shop, "insufficient_funds")
 * ```
 *
 * @example Two providers, one of them without lookup, on a bank that outlives a crash
 * ```ts
 * const box = sandbox({
 *   journal: "bank.jsonl",
 *   providers: [{ name: "north" }, { name: "south", capabilities: { lookup: false } }]
 * })
 * ```
 */
export const sandbox = (options: SandboxOptions = {}): Sandbox => {
  const secret = options.secret ?? sandboxSecret
  const bank = sandboxBank(options.journal === undefined ? memoryLog : journalLog(options.journal))
  const script = sandboxScript()
  const seals = cardSeals(secret)
  const background = {
    secret,
    bank,
    script,
    bankPage: options.bankPage ?? "https://bank.example/pay",
    readVaultReference: seals.read
  }
  const [first = {}, ...others] = options.providers ?? []
  const provider = sandboxProvider(background, first)
  const fieldKeys = cardFieldKeyPair(secret)
  const keeper = sandboxVault(seals, fieldKeys)
  const { tokenAccounts } = options
  const vault = tokenAccounts === undefined ? keeper : withTokens(keeper, tokenAccounts)
  const more = others.map((other) => sandboxProvider(background, other))
  const providers = [provider, ...more] as const
  const accountUpdater = sandboxAccountUpdater(secret, seals, bank)
  const threeDs = sandboxThreeDs(seals, bank, options.challengePage ?? "https://issuer.example/3ds")
  const { publicKey } = fieldKeys
  const encrypt: Sandbox["encryptCard"] = async (card) => encryptCard(detailsOf(card), publicKey)
  return {
    setup: { providers, vault, threeDs, accountUpdater, secret: masterSecretOf(secret) },
    openShop: (payloom, shop) => openSandboxShop(providers, payloom, shop),
    saveCard: async ({ cards }, card, customer) => {
      const ciphertext = await encrypt(card)
      return (await cards.save({ ciphertext, ...(customer === undefined ? {} : { customer }) })).id
    },
    provider,
    providers,
    vault,
    vaultLayer: Layer.succeed(CardVault, vault),
    relay: sandboxRelay(seals),
    accountUpdater,
    reissue: (card, becomes) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) =>
        bank.submit({ _tag: "Reissue", at, card, becomes: { card, ...becomes } })
      ),
    dispute: sandboxDisputes(bank),
    refund: sandboxRefunds(bank),
    ...sandboxCaptureReturns(bank),
    threeDs,
    answerChallenge: (reference, passed) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) =>
        bank.submit({ _tag: "AnswerChallenge", at, reference, passed })
      ),
    bank,
    script,
    notifications: sandboxNotifications({ secret, bank }),
    ...bankPost({ secret, bank }),
    publicKey,
    encryptCard: encrypt,
    walletPayload,
    testCards,
    accounts: sandboxAccounts,
    audit: auditOf(
      bank,
      providers.map(({ name }) => name)
    )
  }
}
