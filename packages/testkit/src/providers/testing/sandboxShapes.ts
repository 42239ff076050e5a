import type { SandboxProviderOptions } from "../../sandbox/sandboxCapabilities.ts"

/** A provider of the sandbox, and behavior that the sandbox's options don't offer. */
export interface Shape {
  readonly options?: SandboxProviderOptions
  /** Its payers confirm on the page, and only the page knows their answer. */
  readonly asksOnPage?: true
  /** Accepted captures, voids and refunds are carried out an hour later. */
  readonly settlesLater?: true
  /** It accepts all captures, voids and refunds, and reports their outcome later. */
  readonly decidesLater?: true
  /** Every charge is pending until its payer's bank decides it. */
  readonly chargesLater?: true
  /** The smallest amount that it charges, in minor units of any currency. */
  readonly least?: bigint
  /** A charge can be found only a moment after it was made. */
  readonly searchLags?: true
  /** It waits for something before it sends. */
  readonly waitsFirst?: true
}

/** Nothing can follow a capture that is done only in an hour. */
const once = { multipleCaptures: false, incrementalAuthorization: false } as const

const needsReturnData = { payerResult: "return_data" } as const

/** The shapes of providers, and the sandbox's options for each. */
export const sandboxShapes = {
  "that can do everything": {},
  "that remembers no reference": { options: { capabilities: { dedupesForHours: 0 } } },
  "that has no lookups": { options: { capabilities: { lookup: false } } },
  "that needs the payer's return data": { options: needsReturnData },
  "that needs the payer's return data, and has no lookups": {
    options: { ...needsReturnData, capabilities: { lookup: false } }
  },
  "that asks payers on the page": { options: needsReturnData, asksOnPage: true },
  "that has no lookups, and sends notifications": {
    options: { capabilities: { lookup: false, notifications: true } }
  },
  "that charges cards by tokens of its own": { options: { tokensOnly: true } },
  "that captures, voids and refunds later": {
    options: { capabilities: once },
    settlesLater: true
  },
  "that captures, voids and refunds later, and has no lookups": {
    options: { capabilities: { ...once, lookup: false } },
    settlesLater: true
  },
  "that accepts captures, voids and refunds, and decides later": { decidesLater: true },
  "that decides every charge later": {
    options: { takesEvidence: false, capabilities: { methods: ["card"] } },
    chargesLater: true
  },
  "that charges no less than 700 minor units": { least: 700n },
  "whose search lags behind": { searchLags: true },
  "that waits for an access token": { waitsFirst: true },
  "that can do little": {
    options: {
      takesEvidence: false,
      capabilities: {
        methods: ["card"],
        currencies: ["JPY", "KWD"],
        refunds: "full",
        manualCapture: false,
        partialCapture: false,
        splits: "one",
        amountStep: { KWD: 10n }
      }
    }
  }
} as const satisfies Readonly<Record<string, Shape>>

/** The name of a shape. */
export type SandboxShape = keyof typeof sandboxShapes
