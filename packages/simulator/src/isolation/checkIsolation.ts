import { type Change, isEngineError, type Scope } from "@payloom/core"
import { storedRows } from "@payloom/testkit"
import { seededRandom } from "@payloom/testkit/fake-provider"
import type { Ground, RunChanges, Tenant } from "../ground/openGround.ts"
import { operations } from "../operations/operations.ts"
import { prepareCall } from "../run/sendCalls.ts"
import { filledGround } from "./filledGround.ts"
import { type IdSlot, idsIn, prefixOf, slotsOf, unknownId, withId } from "./idSlots.ts"

/** The options of {@link checkIsolation}. */
export interface IsolationOptions extends RunChanges {
  /** The number of inputs of each operation that are tried. */
  readonly rounds: number
  /** Default: 1. */
  readonly seed?: number
}

/** The result of a check of the isolation. */
export interface Isolation {
  /** One sentence for each error. */
  readonly findings: ReadonlyArray<string>
  /** The slots that were checked, such as `payments.refund 0`, and how often. */
  readonly slots: ReadonlyMap<string, number>
  /** The number of calls with an id of somebody else. */
  readonly calls: number
  /** The operations whose input has no id, or that found nothing to name. */
  readonly without: ReadonlyArray<string>
}

/**
 * Calls every operation with ids of another merchant, and with ids of the same merchant in the
 * other mode, at each place of its input that takes an id. The answer must be the one to an unknown
 * id, byte for byte but the id. No row of the other may change, and no id of the other may be
 * shown.
 */
export const checkIsolation = async (options: IsolationOptions): Promise<Isolation> => {
  const { rounds, seed = 1 } = options
  const random = seededRandom(`isolation ${seed}`)
  const changed: Array<Change> = []
  const onChanges = (made: ReadonlyArray<Change>) => void changed.push(...made)
  const ground = await filledGround(`${seed}`, onChanges, options)
  const [own] = ground.tenants
  if (own === undefined) throw new Error("There is no merchant.")
  const others = await idsOfOthers(ground, own.scope)
  const check: Check = { ground, own, others, changed, random, findings: [], slots: new Map() }
  for (const operation of Object.keys(operations)) {
    for (let round = 0; round < rounds; round++) await checkOperation(check, operation)
  }
  await checkTokens(check)
  await Promise.all([ground.observer, ...ground.living()].map(({ payloom }) => payloom.close()))
  const checked = new Set([...check.slots.keys()].map((slot) => slot.split(" ")[0]))
  return {
    findings: [...new Set(check.findings)],
    slots: check.slots,
    calls: [...check.slots.values()].reduce((sum, calls) => sum + calls, 0),
    without: Object.keys(operations).filter((operation) => !checked.has(operation))
  }
}

interface Check {
  readonly ground: Ground
  readonly own: Tenant
  /** The ids of the others by prefix. */
  readonly others: ReadonlyMap<string, ReadonlyArray<string>>
  /** The changes of all commits. */
  readonly changed: Array<Change>
  readonly random: () => number
  readonly findings: Array<string>
  readonly slots: Map<string, number>
}

const idsOfOthers = async (
  { run, watched }: Ground,
  own: Scope
): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const { collections } = await run(storedRows(watched.storage))
  const rows = Object.values(collections).flat()
  const isOwn = ({ tenant, mode }: Scope) => tenant === own.tenant && mode === own.mode
  const known = new Set(
    rows.filter((row) => isOwn(row as Scope)).flatMap(({ doc }) => idsIn(doc.id))
  )
  const ids = rows
    .filter((row) => !isOwn(row as Scope) && row.tenant.startsWith("tenant_"))
    .flatMap(({ doc }) => idsIn(doc.id))
    // A tenant has the same id in both modes.
    .filter((id) => !known.has(id) && !id.startsWith("tenant_"))
  return Map.groupBy(new Set(ids), prefixOf)
}

const checkOperation = async (check: Check, operation: string): Promise<void> => {
  const { ground, random, others } = check
  const draws = Array.from({ length: 12 }, () => Math.trunc(random() * 100))
  const call = {
    _tag: "Call",
    operation,
    process: 0,
    tenant: 0,
    draws,
    key: null,
    repeats: 0
  } as const
  const prepared = await prepareCall(ground, call, "isolated key")
  for (const slot of slotsOf(prepared?.input ?? [])) {
    const foreign = others.get(prefixOf(slot.id)) ?? []
    const chosen = foreign[Math.trunc(random() * foreign.length)]
    if (chosen !== undefined) await checkSlot(check, operation, prepared?.input ?? [], slot, chosen)
  }
}

const checkSlot = async (
  check: Check,
  operation: string,
  input: ReadonlyArray<unknown>,
  slot: IdSlot,
  foreign: string
): Promise<void> => {
  const name = `${operation} ${slot.path}`
  check.slots.set(name, (check.slots.get(name) ?? 0) + 1)
  const nobodys = unknownId(foreign, check.random)
  // The rest of the input may have an effect, which only the first call has.
  await callWith(check, operation, input, slot, unknownId(foreign, check.random))
  const given = await callWith(check, operation, input, slot, foreign)
  const expected = await callWith(check, operation, input, slot, nobodys)
  const shown = idsIn(given.answer).filter((id) => isOfOthers(check, id))
  if (given.answer !== expected.answer) {
    check.findings.push(
      `${name}: an id of somebody else is answered ${given.answer}, and an unknown one ` +
        expected.answer
    )
  }
  if (shown.length > 0) check.findings.push(`${name}: the answer shows ${shown.join(", ")}.`)
  for (const { scope, collection } of given.changes.filter((one) => !isOwn(check, one.scope))) {
    check.findings.push(`${name}: a row of ${scope.tenant} in ${collection.name} was written.`)
  }
  if (given.changes.length !== expected.changes.length) {
    check.findings.push(
      `${name}: ${given.changes.length} rows were written, and otherwise ` +
        `${expected.changes.length}.`
    )
  }
}

const isOfOthers = ({ others }: Check, id: string): boolean =>
  others.get(prefixOf(id))?.includes(id) ?? false

const isOwn = ({ own: { scope } }: Check, { tenant, mode }: Scope): boolean =>
  tenant === scope.tenant && mode === scope.mode

let keys = 0

/** Calls an operation with another id. Returns the answer as text, without the id and the key. */
const callWith = async (
  check: Check,
  operation: string,
  input: ReadonlyArray<unknown>,
  slot: IdSlot,
  id: string
) => {
  keys += 1
  const key = `isolated key ${keys}`
  const text = withId(input, slot, id) as ReadonlyArray<unknown>
  const keyed = text.map((part) =>
    Object(part).idempotencyKey === undefined ? part : { ...Object(part), idempotencyKey: key }
  )
  const before = check.changed.length
  const answer = await answerOf(check, () => sendTo(check, operation)(...keyed))
  return {
    answer: answer.replaceAll(id, "ID").replaceAll(key, "KEY"),
    changes: check.changed.slice(before)
  }
}

const answerOf = async (
  { ground: { clock } }: Check,
  send: () => Promise<unknown>
): Promise<string> => {
  const outcome = clock
    .until(send())
    .then((answer) => written(answer ?? null))
    .catch((error: unknown) => {
      if (!isEngineError(error)) return `broke: ${error}`
      return `refused: ${error.message} ${written(error)}`
    })
  return outcome
}

const written = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part))

type Send = (...input: ReadonlyArray<unknown>) => Promise<unknown>

/** Returns the operation as the first merchant calls it, or a payer of theirs. */
const sendTo = ({ ground: { observer }, own }: Check, operation: string): Send => {
  const { payloom } = observer
  const [service = "", name = ""] = operation.split(".")
  const credentials = (of: "checkout" | "portal") => ({
    publishableKey: own.publishableKey,
    sessionToken: own.tokens.find(({ kind }) => kind === of)?.token ?? ""
  })
  const services: Readonly<Record<string, () => unknown>> = {
    payer: () => payloom.payer(credentials("checkout")),
    portal: () => payloom.portal(credentials("portal")),
    tenants: () => payloom.tenants
  }
  const merchant = payloom.merchant(own.scope) as unknown as Readonly<Record<string, unknown>>
  const found = services[service]?.() ?? merchant[service]
  const send = Object(found)[name] as Send | undefined
  if (send === undefined) throw new Error(`There is no operation ${operation}.`)
  return send
}

/** A session's token of another merchant is as unknown as any. */
const checkTokens = async (check: Check): Promise<void> => {
  const { ground, own } = check
  const { payloom } = ground.observer
  for (const { kind, token } of ground.tenants.slice(1).flatMap(({ tokens }) => tokens)) {
    const [name, open] =
      kind === "checkout"
        ? (["payer.read token", payloom.payer] as const)
        : (["portal.read token", payloom.portal] as const)
    check.slots.set(name, (check.slots.get(name) ?? 0) + 1)
    const read = (sessionToken: string) =>
      answerOf(check, () => open({ publishableKey: own.publishableKey, sessionToken }).read())
    const unknown = `${token.slice(0, -8)}AAAAAAAA`
    const given = (await read(token)).replaceAll(token, "TOKEN")
    const expected = (await read(unknown)).replaceAll(unknown, "TOKEN")
    if (given !== expected) {
      check.findings.push(`${name}: answered ${given}, and an unknown one ${expected}`)
    }
  }
}
