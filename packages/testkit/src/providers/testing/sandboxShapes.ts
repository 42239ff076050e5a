import type { SandboxProviderOptions } from "../../sandbox/sandboxCapabilities.ts"

/** A provider of the sandbox, and what it does that the sandbox's options don't say. */
export interface Shape {
  readonly options?: SandboxProviderOptions
  /** Its payers are asked on the page, and what they answer the page alone knows. */
  readonly asksOnPage?: true
  /** What captures, voids and refunds are accepted is carried out an hour later. */
  readonly settlesLater?: true
  /** It accepts all captures, voids and refunds, and says later what became of them. */
  readonly decidesLater?: true
  /** The least that it charges, in minor units of any currency. */
  readonly least?: bigint
  /** What was charged is found a moment later. */
  readonly searchLags?: true
  /** It waits for something before it sends. */
  readonly waitsFirst?: true
}

const told = { payers: "told" } as const

/** The shapes that providers come in, and the sandbox as each of them. */
export const sandboxShapes = {
  "that can do everything": {},
  "that remembers no reference": { options: { capabilities: { dedupesForHours: 0 } } },
  "that can't be asked": { options: { capabilities: { lookup: false } } },
  "that is told what payers bring back": { options: told },
  "that is told of payers, and can't be asked": {
    options: { ...told, capabilities: { lookup: false } }
  },
  "that asks payers on the page": { options: told, asksOnPage: true },
  "that can't be asked, and tells by notifications": {
    options: { capabilities: { lookup: false, notifications: true } }
  },
  "that charges cards by tokens of its own": { options: { tokensOnly: true } },
  "that captures, voids and refunds later": { settlesLater: true },
  "that captures, voids and refunds later, and can't be asked": {
    options: { capabilities: { lookup: false } },
    settlesLater: true
  },
  "that accepts captures, voids and refunds, and decides later": { decidesLater: true },
  "that charges no less than 700 minor units": { least: 700n },
  "whose search lags behind": { searchLags: true },
  "that waits for an access token": { waitsFirst: true },
  "that can do little": {
    options: {
      capabilities: {
        methods: ["card"],
        currencies: ["JPY", "KWD"],
        refunds: "full",
        manualCapture: false,
        partialCapture: false,
        amountStep: { KWD: 10n }
      }
    }
  }
} as const satisfies Readonly<Record<string, Shape>>

/** The name of a shape. */
export type SandboxShape = keyof typeof sandboxShapes

/** What a shape is. */
export const shapeNamed = (name: SandboxShape): Shape => sandboxShapes[name]
