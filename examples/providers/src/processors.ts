import { type ProcessorName, processorRows } from "@payloom/provider-prism"

/** A processor of hyperswitch-prism in the trial. */
export interface Processor {
  readonly name: ProcessorName
  /** The name of its connector. */
  readonly provider: string
  readonly currencies: ReadonlyArray<string>
  /** True if it charges tokens of its own only, and takes no card from a vault. */
  readonly takesTokensOnly: boolean
}

/** The currencies that the shop prefers. */
const preferred = ["EUR", "USD"]

/** Every processor that the connector offers. A new one takes part without a change here. */
export const processors: ReadonlyArray<Processor> = processorRows().map(
  ({ name, capabilities, takesTokens, refusesRelay }) => ({
    name,
    provider: `prism-${name}`,
    currencies: currenciesIn(capabilities.currencies),
    takesTokensOnly: takesTokens && refusesRelay !== null
  })
)

/** Returns the preferred currencies that a processor takes, or else the first that it takes. */
function currenciesIn(taken: "any" | ReadonlyArray<string>): ReadonlyArray<string> {
  if (taken === "any") return preferred
  const own = preferred.filter((currency) => taken.includes(currency))
  return own.length > 0 ? own : taken.slice(0, 1)
}
