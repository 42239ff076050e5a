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
import { auditStorage } from "../audit/auditStorage.ts"
import { memoryLog } from "./bankCommands.ts"
import { type BankPost, bankPost } from "./bankPost.ts"
import { type CardDetails, type CardFieldKey, encryptCard } from "./cardField.ts"
import { type SandboxBank, sandboxBank } from "./SandboxBank.ts"
import { journalLog } from "./SandboxJournal.ts"
import { sandboxProvider } from "./SandboxProvider.ts"
import { type SandboxScript, sandboxScript } from "./SandboxScript.ts"
import { cardSeals, sandboxVaultWith } from "./SandboxVault.ts"
import { sandboxAccounts } from "./sandboxAccounts.ts"
import { sandboxAccountUpdater } from "./sandboxAccountUpdater.ts"
import type { SandboxProviderOptions } from "./sandboxCapabilities.ts"
import {
  type BankCapture,
  type BankReturn,
  type Paid,
  sandboxCaptureReturns
} from "./sandboxCaptureReturns.ts"
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

/**
 * The secret of every sandbox without a secret of its own. It is public, and protects only test
 * cards.
 */
export const sandboxSecret = "payloom-sandbox"

/** The options of a sandbox. */
export interface SandboxOptions {
  /**
   * The secret from which the keys of the card field, vault references and notifications are
   * derived. Default: {@link sandboxSecret}.
   */
  readonly secret?: string
  /** The path of the bank's journal. The bank then outlives its process and can be shared. */
  readonly journal?: string
  /** The URL of the pages of 3DS challenges, without a slash at the end. */
  readonly challengePage?: string
  /** The URL of the bank's pages for payers, without a slash at the end. */
  readonly bankPage?: string
  /** The only accounts that can charge the cards, each by its own tokens. Default: all. */
  readonly tokenAccounts?: ReadonlyArray<TokenAccount>
  /** If true, the vault has a network token for every card. */
  readonly networkTokens?: boolean
  /** If true, the vault decrypts the payload of `sandbox_wallet`. */
  readonly decryptedWallets?: boolean
  /** The providers. Default: one provider named `sandbox`. */
  readonly providers?: ReadonlyArray<SandboxProviderOptions>
}

/** A card to encrypt: a test card's name, a test card with changes, or any details. */
export type CardToEncrypt =
  | TestCardName
  | ({ readonly card: TestCardName } & Partial<Omit<CardDetails, "number">>)
  | CardDetails

/** The parts of an engine's setup that the sandbox provides. */
type SandboxSetup = Required<
  Pick<PayloomSetup<never>, "providers" | "vault" | "threeDs" | "accountUpdater" | "secret">
>

/** A sandbox: card field, vault, providers and bank. */
export interface Sandbox extends BankPost {
  /** The setup of an engine except for its storage, with a master secret for tests. */
  readonly setup: SandboxSetup
  /**
   * Opens a shop in an engine, which is a tenant with merchant accounts. The same shop is found
   * again, so a test that restarts its engine calls this again.
   */
  readonly openShop: (payloom: Payloom, shop?: ShopToOpen) => Promise<SandboxShop>
  /** Saves a test card for a customer, or for a new one. Resolves to the instrument's id. */
  readonly saveCard: (shop: Merchant, card: CardToEncrypt, customer?: string) => Promise<string>
  /** The first of `providers`. */
  readonly provider: PaymentProvider
  /** All providers, in the order of the options. */
  readonly providers: ReadonlyArray<PaymentProvider>
  /** The vault, which stores test cards by their ciphertexts. */
  readonly vault: CardVault["Service"]
  /** The vault as a layer, for programs in Effect. */
  readonly vaultLayer: Layer.Layer<CardVault>
  /** The relay that gives connectors to other providers the numbers of the vault's cards. */
  readonly relay: CardRelay
  /** The account updater, which reports reissued cards. */
  readonly accountUpdater: AccountUpdater["Service"]
  /**
   * Makes the issuer of a test card send its holders a new card: with a new expiry, and a new
   * number if `card` is set. The engine learns of it by `notifications.cards`.
   */
  readonly reissue: (
    card: TestCardName,
    becomes: { readonly card?: TestCardName; readonly expMonth: number; readonly expYear: number }
  ) => Effect.Effect<void>
  /**
   * Makes the payer dispute a payment at their bank. With `dispute`, changes the stage of an
   * existing dispute. Returns the bank's reference of the dispute. The engine learns of it by
   * `notify`. Fails with `NothingToNotify` if nothing of the payment was captured.
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
   * Makes somebody refund a payment in the bank's dashboard, by default the whole rest of it.
   * Returns the bank's reference of the refund. The engine learns of it by `notify`, and then has
   * an external refund. Fails with `NothingToNotify` if nothing of the payment was captured.
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
   * Makes the bank take back the captures of a payment, because they failed later or the payer's
   * bank returned the debit. With `capture` it takes back one of several. The engine learns of it
   * by `notify`. Fails with `NothingToNotify` if nothing of the payment is captured, or if the
   * named capture is not one of several.
   *
   * @example
   * ```ts
   * await Effect.runPromise(box.returnCapture(payment))
   * await box.notify(payloom)
   * ```
   */
  readonly returnCapture: (payment: Paid, why?: BankReturn) => Effect.Effect<void, NothingToNotify>
  /** Captures a returned amount again at the bank. Fails with `NothingToNotify` without one. */
  readonly captureAgain: (payment: Paid, of?: BankCapture) => Effect.Effect<void, NothingToNotify>
  /** The 3DS server, which authenticates payers as their test cards say. */
  readonly threeDs: ThreeDsServer["Service"]
  /** Answers a challenge for the payer, by the 3DS session's id. The first answer counts. */
  readonly answerChallenge: (reference: string, passed: boolean) => Effect.Effect<void>
  /** The bank's records, which show what really happened. */
  readonly bank: SandboxBank
  /** The script, which controls later calls. */
  readonly script: SandboxScript
  /** The bank's notifications, for tests that deliver them to the engine. */
  readonly notifications: SandboxNotifications
  /** The public key of the card field in the browser. */
  readonly publicKey: CardFieldKey
  /** Encrypts a card as the card field does, for this sandbox's vault. */
  readonly encryptCard: (card: CardToEncrypt) => Promise<string>
  /** Returns the payload of the sandbox's wallet for a payer with this card. */
  readonly walletPayload: typeof walletPayload
  /** All test cards by name: their numbers, and the result of a payment with each. */
  readonly testCards: typeof testCards
  /** Credentials of merchant accounts with special behavior. */
  readonly accounts: typeof sandboxAccounts
  /**
   * Audits an engine's books, of all accounts in both modes or of one account. Run all due jobs
   * first. Returns one sentence for each error, see `auditStorage`. The engine's clock decides
   * which jobs are due. Any engine on the same storage gives the same result. Charges of providers
   * outside of the sandbox are not compared with their banks.
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
    const own = scope === undefined ? {} : { scope }
    const audit = auditStorage({ storage, bank, providers, ...own })
    return Effect.runPromise(Effect.provideService(audit, Clock.Clock, clock))
  }

const usualDetails = { expMonth: 12, expYear: 2049, cvc: "123" }

const detailsOf = (card: CardToEncrypt): CardDetails => {
  if (typeof card === "string") return { ...usualDetails, number: testCardOf(card).number }
  if (!("card" in card)) return card
  const { card: name, ...details } = card
  return { ...usualDetails, ...details, number: testCardOf(name).number }
}

/**
 * Creates a sandbox: providers, a card vault and the bank behind them, with published test cards
 * for every outcome of a payment. Nothing runs in the background. The sandbox uses Effect's Clock,
 * so a test clock controls its time.
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
  const keeper = sandboxVaultWith(seals, fieldKeys, options)
  const { tokenAccounts } = options
  const vault = tokenAccounts === undefined ? keeper : withTokens(keeper, tokenAccounts)
  const providers = [provider, ...others.map((one) => sandboxProvider(background, one))] as const
  const accountUpdater = sandboxAccountUpdater(secret, seals, bank)
  const threeDs = sandboxThreeDs(seals, bank, options.challengePage ?? "https://issuer.example/3ds")
  const { publicKey } = fieldKeys
  const encrypt: Sandbox["encryptCard"] = async (card) => encryptCard(detailsOf(card), publicKey)
  // Long enough, and the same for every engine with the same secret of the sandbox.
  const master = `the master secret of a sandbox: ${secret}`
  return {
    setup: { providers, vault, threeDs, accountUpdater, secret: master },
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
      Effect.flatMap(bank.books, ({ now: at }) =>
        bank.submit({ _tag: "Reissue", at, card, becomes: { card, ...becomes } })
      ),
    dispute: sandboxDisputes(bank),
    refund: sandboxRefunds(bank),
    ...sandboxCaptureReturns(bank),
    threeDs,
    answerChallenge: (reference, passed) =>
      Effect.flatMap(bank.books, ({ now: at }) =>
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
