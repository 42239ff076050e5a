import type { ModificationRequest, Split } from "@payloom/core"
import type { Break, Mutation, Mutations } from "./Mutation.ts"

/** Changes the parts of a charge. */
const paying =
  (change: (splits: ReadonlyArray<Split>) => ReadonlyArray<Split>): Break =>
  ({ charge }) => ({
    charge: ({ splits = [], ...request }) => charge({ ...request, splits: change(splits) })
  })

/** Changes the parts of a refund. */
const refunding =
  (change: (request: ModificationRequest) => ReadonlyArray<Split>): Break =>
  ({ refund }) => ({ refund: (request) => refund({ ...request, splits: change(request) }) })

const withoutParts = () => []

/** Takes more back than the refund requests. */
const takingAll = refunding(({ splits = [] }) =>
  splits.map((part) => ({ ...part, amount: part.amount + 100n }))
)

const firstOnly = (splits: ReadonlyArray<Split>) => splits.slice(0, 1)

const says = /the provider has the parts .*, not .*\.$/

/** Returns a mutation of each rule that holds for one part and for several. */
const ofBoth = (
  rule: (parts: string) => string,
  one: ReadonlyArray<Mutation>,
  several: ReadonlyArray<Mutation> = []
): Mutations => ({ [rule("one part")]: one, [rule("2 parts")]: [...one, ...several] })

/** Connectors that break the rules of parts of a charge for other accounts. */
export const splitMutations: Mutations = {
  ...ofBoth(
    (parts) => `a charge pays ${parts} to other accounts, in every kind of currency`,
    [{ breaks: paying(withoutParts), says }],
    [{ breaks: paying(firstOnly), says }]
  ),
  ...ofBoth(
    (parts) => `a hold pays ${parts} to other accounts with its capture`,
    [{ breaks: paying(withoutParts), says }]
  ),
  ...ofBoth(
    (parts) => `a refund of a charge with ${parts} takes its share back`,
    [{ breaks: refunding(withoutParts), says }],
    [{ breaks: refunding(({ splits = [] }) => firstOnly(splits)), says }]
  ),
  ...ofBoth(
    (parts) => `a refund that reverses nothing leaves ${parts} with other accounts`,
    [{ breaks: takingAll, says }]
  ),
  ...ofBoth(
    (parts) => `a refund of a charge with ${parts} takes back exactly what it requests`,
    [{ breaks: takingAll, says }]
  )
}
