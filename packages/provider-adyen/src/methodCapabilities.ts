import type {
  PayerNeed as AskedNeed,
  MethodCapabilities,
  PayerOption,
  ProviderCapabilities
} from "@payloom/core"
import { type AdyenApms, type AdyenMethod, methodOf } from "./adyenMethods.ts"
import type { PayerNeed } from "./payerNeeds.ts"

/** The capabilities of a method that can neither be held nor raised. */
export const onlyMethod = {
  manualCapture: false,
  partialCapture: false,
  multipleCaptures: false,
  incrementalAuthorization: false,
  partialApproval: false
} as const satisfies MethodCapabilities

/** The banks that payers choose from, by the engine's name of the method. */
export type AdyenBanks = Readonly<Record<string, ReadonlyArray<PayerOption>>>

/** The countries whose addresses have a state at Adyen. */
const withStates: ReadonlyArray<string> = ["AU", "BR", "CA", "US"]

/** Returns the fields in which a payer gives a fact. An order comes from the merchant. */
const asksFor = (
  fact: PayerNeed,
  { countries, formats = {} }: AdyenMethod,
  banks: ReadonlyArray<PayerOption> | undefined
): ReadonlyArray<AskedNeed> => {
  const country: AskedNeed = {
    name: "billingAddress.country",
    ...(countries === undefined ? {} : { options: countries.map((code) => ({ code })) })
  }
  const hasState = countries?.some((code) => withStates.includes(code)) ?? false
  const isOptional = countries?.some((code) => !withStates.includes(code)) ?? true
  switch (fact) {
    case "order":
      return []
    case "fullName":
      return [{ name: "name", format: "full_name" }]
    case "country":
      return [country]
    case "billingAddress":
      return [
        { name: "billingAddress.line1" },
        { name: "billingAddress.postalCode" },
        { name: "billingAddress.city" },
        ...(hasState ? [{ name: "billingAddress.state", isOptional } as const] : []),
        country
      ]
    case "bank":
      return [{ name: fact, ...(banks === undefined ? {} : { options: banks }) }]
    default: {
      const format = formats[fact]
      return [{ name: fact, ...(format === undefined ? {} : { format }) }]
    }
  }
}

/** Returns the capabilities of alternative methods that differ from those of cards. */
export const capabilitiesByMethod = (
  apms: AdyenApms,
  banks: AdyenBanks = {}
): NonNullable<ProviderCapabilities["byMethod"]> =>
  Object.fromEntries(
    Object.keys(apms).map((apm) => {
      const { method = {} } = methodOf(apms, apm) ?? {}
      const {
        currencies,
        manualCapture = false,
        partialCapture = false,
        refunds,
        needs = [],
        isReusable,
        pendingDays
      } = method
      const own = {
        ...onlyMethod,
        manualCapture,
        partialCapture,
        needs: needs.flatMap((fact) => asksFor(fact, method, banks[apm])),
        ...(method.mandate === undefined ? {} : { mandate: method.mandate }),
        ...(isReusable === undefined ? {} : { reusable: isReusable }),
        ...(pendingDays === undefined ? {} : { pendingDays }),
        ...(currencies === undefined ? {} : { currencies }),
        ...(refunds === undefined ? {} : { refunds })
      }
      return [apm, own]
    })
  )
