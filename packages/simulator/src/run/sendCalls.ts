import { isDeepStrictEqual } from "node:util"
import { type Collection, isEngineError, type Row } from "@payloom/core"
import { NothingToNotify } from "@payloom/testkit"
import { count } from "../coverage/Coverage.ts"
import { addedField } from "../ground/nextRelease.ts"
import type { Ground } from "../ground/openGround.ts"
import type { Tenant } from "../ground/openTenants.ts"
import { ProcessDied } from "../ground/processStorage.ts"
import type { VirtualProcess } from "../ground/VirtualProcess.ts"
import { within } from "../ground/within.ts"
import { Draw, NothingThere } from "../history/Draw.ts"
import type { Call } from "../history/History.ts"
import type { Choices, Prepared } from "../operations/Operation.ts"
import { operations } from "../operations/operations.ts"
import { note, type RunLog, shown } from "./RunLog.ts"

/** The end of a call. */
type Outcome =
  | { readonly _tag: "Answered"; readonly answer: unknown }
  | { readonly _tag: "Refused"; readonly error: { readonly _tag: string } }
  | { readonly _tag: "Died" }
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Broke"; readonly error: unknown }

/** Sends calls at the same time, each to its own process, and then their repeats. */
export const sendCalls = async (
  ground: Ground,
  log: RunLog,
  calls: ReadonlyArray<Call>
): Promise<void> => {
  const keys = calls.map((call) => keyOf(log, call))
  const ready = []
  for (const [place, call] of calls.entries()) {
    const prepared = await prepareCall(ground, call, keys[place] ?? "")
    if (prepared !== null) ready.push({ call, prepared })
  }
  const processes: Array<VirtualProcess> = []
  for (const { call } of ready) processes.push(await ground.process(call.process))
  const sent = ready.map(({ call, prepared }, place) =>
    send(ground, processes[place] as VirtualProcess, call, prepared)
  )
  const outcomes = await untilAll(ground, sent)
  for (const [place, { call, prepared }] of ready.entries()) {
    const outcome = outcomes[place] ?? { _tag: "Nothing" }
    record(ground, log, call, prepared, outcome)
    await repeat(ground, log, call, prepared, outcome)
  }
}

const keyOf = (log: RunLog, { operation, key }: Call): string => {
  log.keys += 1
  return key === null ? `key ${log.keys}` : `${operation} ${key}`
}

const tenantOf = ({ tenants }: Ground, { tenant }: Call): Tenant =>
  tenants[tenant % tenants.length] as Tenant

/** Chooses the input of a call. Null if there is nothing that it could name. */
export const prepareCall = async (
  ground: Ground,
  call: Call,
  key: string
): Promise<Prepared | null> => {
  const operation = operations[call.operation]
  if (operation === undefined) throw new Error(`There is no operation ${call.operation}.`)
  const tenant = tenantOf(ground, call)
  const draw = new Draw(call.draws)
  const row = async <R extends Row>(of: Collection<R>, is: (row: R) => boolean = () => true) =>
    draw.one((await ground.rows(tenant, of)).filter(is))
  const mostly = <R extends Row>(of: Collection<R>, is: (row: R) => boolean) =>
    row(of, draw.chance(80) ? is : undefined)
  const options = { idempotencyKey: key }
  const choices: Choices = { ground, tenant, draw, row, mostly, options }
  try {
    return await operation(choices)
  } catch (error) {
    if (error instanceof NothingThere) return null
    throw error
  }
}

const send = async (
  ground: Ground,
  { payloom, connection }: VirtualProcess,
  call: Call,
  { send: sending }: Prepared
): Promise<Outcome> => {
  connection.begin(call.operation)
  const merchant = payloom.merchant(tenantOf(ground, call).scope)
  try {
    const answer = await Promise.race([sending({ payloom, merchant }), connection.death])
    return { _tag: "Answered", answer }
  } catch (error) {
    if (error instanceof ProcessDied) return { _tag: "Died" }
    if (error instanceof NothingThere || error instanceof NothingToNotify) {
      return { _tag: "Nothing" }
    }
    return isEngineError(error) ? { _tag: "Refused", error } : { _tag: "Broke", error }
  }
}

const longestCallMs = 60 * 60_000

/** Lets time pass until all calls have ended. A call that nothing can end is an outcome too. */
const untilAll = async (
  { clock, world }: Ground,
  sent: ReadonlyArray<Promise<Outcome>>
): Promise<ReadonlyArray<Outcome>> => {
  const all = Promise.all(sent)
  try {
    return await clock.until(world.works ? within(clock, all, longestCallMs) : all)
  } catch (error) {
    return sent.map(() => ({ _tag: "Broke", error }))
  }
}

const record = (
  ground: Ground,
  log: RunLog,
  call: Call,
  { input }: Prepared,
  outcome: Outcome
): void => {
  const { operation, process } = call
  if (outcome._tag === "Nothing") return
  log.calls += 1
  const number = process % ground.world.processes
  const sent = `process ${number}: ${operation}(${input.map(shown).join(", ")})`
  switch (outcome._tag) {
    case "Answered":
      note(log, ground, `${sent} → ${answerOf(outcome.answer)}`)
      count(log.coverage.answered, operation)
      if (ground.world.nextRelease !== null && shows(outcome.answer, addedField)) {
        log.findings.push(`${operation} answered a field of rows that it doesn't know.`)
      }
      keepToken(tenantOf(ground, call), outcome.answer)
      return
    case "Refused":
      note(log, ground, `${sent} → refused: ${outcome.error._tag}`)
      return
    case "Died":
      note(log, ground, `${sent} → the process died`)
      return
    case "Broke": {
      note(log, ground, `${sent} → broke: ${String(outcome.error)}`)
      log.findings.push(`${operation} ended with an error that is no refusal: ${outcome.error}`)
    }
  }
}

/** Returns true if a value has a field of this name at any depth. */
const shows = (value: unknown, field: string): boolean =>
  typeof value === "object" &&
  value !== null &&
  (field in value || Object.values(value).some((part) => shows(part, field)))

const answerOf = (answer: unknown): string => {
  const { id, status } = (answer ?? {}) as { readonly id?: unknown; readonly status?: unknown }
  if (typeof id !== "string") return "answered"
  return typeof status === "string" ? `${id} ${status}` : id
}

/** Payers get the tokens of their sessions from the answers of operations. */
const keepToken = ({ tokens }: Tenant, answer: unknown): void => {
  const { sessionToken, object } = (answer ?? {}) as {
    readonly sessionToken?: unknown
    readonly object?: unknown
  }
  if (typeof sessionToken !== "string") return
  const kind = object === "portal_session" ? "portal" : "checkout"
  if (tokens.every(({ token }) => token !== sessionToken))
    tokens.push({ kind, token: sessionToken })
}

/** Sends the same call again, each time to the next process. The same key gets the same answer. */
const repeat = async (
  ground: Ground,
  log: RunLog,
  call: Call,
  prepared: Prepared,
  first: Outcome
): Promise<void> => {
  let before = first
  for (let time = 1; time <= call.repeats && before._tag !== "Nothing"; time++) {
    const again = { ...call, process: call.process + time }
    const process = await ground.process(again.process)
    const [outcome = before] = await untilAll(ground, [send(ground, process, again, prepared)])
    record(ground, log, again, prepared, outcome)
    if (
      hasKey(prepared) &&
      before._tag === "Answered" &&
      outcome._tag === "Answered" &&
      !isDeepStrictEqual(repeated(before.answer), repeated(outcome.answer))
    ) {
      log.findings.push(
        `${call.operation} answered the same key differently in ` +
          differencesOf(before.answer, outcome.answer)
      )
    }
    before = outcome
  }
}

/** Writes the fields in which two answers differ. */
const differencesOf = (first: unknown, second: unknown): string => {
  const [before, after] = [fieldsOf(first), fieldsOf(second)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((field) => !isDeepStrictEqual(before.get(field), after.get(field)))
    .map((field) => `${field}: ${shown(before.get(field))} and then ${shown(after.get(field))}`)
    .join("; ")
}

/** Secrets are in the first answer only. */
const shownOnce = ["sessionToken", "url", "secret"]

/** Returns the answer as a repeated call gets it. */
const repeated = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null
    ? Object.fromEntries(Object.entries(answer).filter(([field]) => !shownOnce.includes(field)))
    : answer

const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(Object(value) as object))

const hasKey = ({ input }: Prepared): boolean =>
  input.some((part) => typeof part === "object" && part !== null && "idempotencyKey" in part)
