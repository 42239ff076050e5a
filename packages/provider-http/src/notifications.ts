import {
  type Fields,
  isFields,
  type KnownCharge,
  type MidAccount,
  type ProviderCall,
  type ProviderNotification,
  type RawNotification
} from "@payloom/core"
import { unavailable } from "./charges.ts"
import { jsonIn, lookedUp, textOf } from "./fields.ts"
import type { HttpProviderTable, ModificationKind } from "./HttpProviderTable.ts"
import { lookUpCharge, lookUpModification } from "./lookups.ts"
import type { Api } from "./requests.ts"
import type { Webhooks } from "./Webhooks.ts"

/** Returns the engine's record of a charge, or null if the account has none. */
type Known = (reference: string) => Promise<KnownCharge | null>

/** The charge, capture, void or refund that a webhook is about. */
interface Subject {
  readonly reference: string
  readonly charge: string | null
}

/**
 * Returns a reader of webhooks, which looks up what has changed. The reader returns null if the
 * signature is wrong. It rejects if the look-up fails, so that the provider repeats the webhook.
 */
export const notificationReader = <Account>(
  table: HttpProviderTable<Account>,
  webhooks: Webhooks<Account>,
  api: Api<Account>
) => {
  const changed = async (mid: MidAccount, id: string, subject: Subject, known: Known) => {
    const kind = kindOf(subject.reference)
    if (kind === null) return []
    return kind === "charge"
      ? chargeChanged(table, api, { id, subject, mid, known })
      : [await modificationChanged(table, api, { id, subject, mid, kind })]
  }
  return async (
    mid: MidAccount,
    raw: RawNotification,
    { attempt }: { readonly attempt: Known }
  ): Promise<ReadonlyArray<ProviderNotification> | null> => {
    const event = signedEvent(webhooks, api.accountOf(mid.credentials), raw)
    const id = event === null ? null : textOf(webhooks.id, event, lookedUp)
    if (event === null || id === null) return null
    const reference = textOf(webhooks.reference, event, lookedUp)
    const charge = textOf(webhooks.charge, event, lookedUp)
    return [
      ...(webhooks.more?.(event) ?? []),
      ...(reference === null ? [] : await changed(mid, id, { reference, charge }, attempt))
    ]
  }
}

/** Returns a signed event, or null. Anybody can send a request, so nothing in it is expected. */
const signedEvent = <Account>(
  { isSigned }: Webhooks<Account>,
  account: Account,
  { headers, body }: RawNotification
): Fields | null => {
  try {
    if (!isSigned({ account, headers, body })) return null
  } catch {
    return null
  }
  const event = jsonIn(body)
  return isFields(event) ? event : null
}

/** The kinds of references, by their prefix. */
const kinds: Readonly<Record<string, ModificationKind | "charge">> = {
  attempt: "charge",
  capture: "capture",
  void: "void",
  refund: "refund",
  increment: "increment"
}

/** Returns the kind of one of our references. Null for all others. */
const kindOf = (reference: string): ModificationKind | "charge" | null => {
  const [prefix = ""] = reference.split("_", 1)
  return Object.hasOwn(kinds, prefix) ? (kinds[prefix] ?? null) : null
}

interface Change {
  readonly id: string
  readonly subject: Subject
  readonly mid: MidAccount
}

/** A call that is never late and never ended. */
const anyTime: Pick<ProviderCall, "signal"> = { signal: new AbortController().signal }

const chargeChanged = async <Account>(
  table: HttpProviderTable<Account>,
  api: Api<Account>,
  { id, subject, mid, known }: Change & { readonly known: Known }
): Promise<ReadonlyArray<ProviderNotification>> => {
  const { reference } = subject
  const charge = await known(reference)
  if (charge === null) return []
  const providerReference = charge.providerReference ?? subject.charge
  const query = { ...charge, providerReference, mid }
  const found = await lookUpCharge(table, api, query, anyTime).catch(unanswered)
  if (found._tag !== "Found") throw notFound(reference, found)
  return [{ _tag: "Charge", id, reference, charge: found }]
}

const modificationChanged = async <Account>(
  table: HttpProviderTable<Account>,
  api: Api<Account>,
  { id, subject, mid, kind }: Change & { readonly kind: ModificationKind }
): Promise<ProviderNotification> => {
  const { reference } = subject
  const providerReference = subject.charge ?? ""
  const query = { kind, reference, providerReference: null }
  const charge = { mid, reference, providerReference }
  const found = await lookUpModification(table, api, { ...query, charge }, anyTime).catch(
    unanswered
  )
  if (found._tag !== "Found") throw notFound(reference, found)
  return { _tag: "Modification", id, reference, modification: found }
}

/** Returns a look-up that got no answer. */
const unanswered = (failure: unknown) => unavailable(String(Object(failure).reason ?? failure))

const notFound = (
  reference: string,
  found: { readonly _tag: "Absent" } | { readonly _tag: "Unavailable"; readonly reason: string }
): Error => {
  const reason = found._tag === "Absent" ? "The provider has none." : found.reason
  return new Error(`${reference} of a webhook can't be looked up: ${reason}`)
}
