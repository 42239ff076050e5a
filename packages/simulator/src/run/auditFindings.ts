import { type Audited, audit, type Finding, type RawRow, type RawRows } from "@payloom/auditor"
import { sandboxBooks, storedRows } from "@payloom/testkit"
import { consumerName } from "../ground/bookkeeper.ts"
import type { Ground } from "../ground/openGround.ts"
import type { History } from "../history/History.ts"

/**
 * Audits all rows of the store against the books of the bank, the receivers of webhooks and the
 * consumer, after everything has come to rest. Returns one sentence for each error.
 */
export const auditFindings = async (
  ground: Ground,
  { world, steps }: History
): Promise<ReadonlyArray<string>> => {
  const { box, clock, run, store } = ground
  const rows = await run(storedRows(store))
  const audited: Audited = {
    rows,
    providers: await run(sandboxBooks(box.bank, [box.provider.name])),
    now: clock.now(),
    isSettled: true,
    accepted: acceptedIn(ground),
    erasedTexts: erasedTexts(ground, rows),
    ...(world.consumes ? { handled: handledIn(ground) } : {})
  }
  const hasLookups = box.provider.capabilities.lookup
  const found = audit(audited).filter((finding) => hasLookups || !waitsForPerson(finding))
  return sentencesOf(found, steps)
}

/**
 * Audits all rows of the store while things are in flight. The provider's books and those of others
 * may be ahead. A forgotten job is found here, if later a notification makes up for it.
 */
export const auditFindingsInFlight = async (
  { clock, run, store }: Ground,
  { steps }: History
): Promise<ReadonlyArray<string>> => {
  const rows = await run(storedRows(store))
  return sentencesOf(audit({ rows, now: clock.now() }), steps)
}

const sentencesOf = (
  findings: ReadonlyArray<Finding>,
  steps: History["steps"]
): ReadonlyArray<string> => {
  const clocksDiffer = steps.some((step) => step._tag === "Skew" && step.ms !== 0)
  return findings
    .filter((finding) => !clocksDiffer || !comparesClocks(finding))
    .map(({ rule, sentence }) => `${rule}: ${sentence}`)
}

/** Without lookups, only a person can decide a request that never reached the provider. */
const waitsForPerson = ({ rule }: Finding): boolean => rule === "nothing-in-flight"

/** Rules that compare times of two processes, whose clocks may differ. */
const comparing: ReadonlyArray<RegExp> = [
  /began .* before the attempt before it was settled/,
  /occurred before .* was created/,
  /has no delivery to/,
  /was charged at .*, before it was due/,
  /was retried at once/,
  /which refunds disputed money/,
  /^The job deliver_webhook\S+ \S+ is left over/,
  /was charged after its end/
]

const comparesClocks = ({ sentence }: Finding): boolean =>
  comparing.some((pattern) => pattern.test(sentence))

/** A receiver knows its address. Several endpoints may have had the same one. */
const acceptedIn = ({ receivers, seen }: Ground): NonNullable<Audited["accepted"]> =>
  receivers.accepted.flatMap(({ url, event }) =>
    [...(seen.endpoints.get(url) ?? [])].map((endpoint) => ({ endpoint, event }))
  )

const handledIn = ({ bookkeeper }: Ground): NonNullable<Audited["handled"]> =>
  bookkeeper.handled.map((event) => ({
    consumer: consumerName,
    event,
    ...(bookkeeper.replayed.has(event) ? { isReplay: true } : {})
  }))

/** Returns the personal texts of the erased customers that no other customer has. */
const erasedTexts = ({ seen }: Ground, { collections }: RawRows): ReadonlyArray<string> => {
  const erased = new Set(
    (collections.erasures ?? []).filter(isDone).map(({ doc }) => doc.id as string)
  )
  const [own, others] = [new Set<string>(), new Set<string>()]
  for (const [customer, texts] of seen.personalTexts) {
    for (const text of texts) (erased.has(customer) ? own : others).add(text)
  }
  return [...own].filter((text) => !others.has(text))
}

const isDone = ({ doc }: RawRow): boolean => doc.doneAt !== null
