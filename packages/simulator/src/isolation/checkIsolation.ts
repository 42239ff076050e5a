import type { Change, Payloom } from "@payloom/core"
import { seededRandom } from "@payloom/testkit/fake-provider"
import type { GroundChanges } from "../ground/openGround.ts"
import { operations } from "../operations/operations.ts"
import { type Check, readOthers } from "./Check.ts"
import { checkCursors } from "./checkCursors.ts"
import { checkInputs } from "./checkInputs.ts"
import { checkTexts } from "./checkTexts.ts"
import { filledGround, openSessions } from "./filledGround.ts"
import { checkCredentials } from "./http/checkCredentials.ts"
import { checkKeys } from "./http/checkKeys.ts"
import { checkNotifications } from "./http/checkNotifications.ts"
import { checkPlaces } from "./http/checkPlaces.ts"
import { type HttpGround, openHttp, type Serve } from "./http/HttpGround.ts"
import { httpLists } from "./http/httpLists.ts"
import { libraryLists } from "./libraryLists.ts"
import { readStorage } from "./readStorage.ts"

/** The options of {@link checkIsolation}. */
export interface IsolationOptions extends GroundChanges {
  /** The number of inputs of each operation that are tried. */
  readonly rounds: number
  /** Default: 1. */
  readonly seed?: number
  /** Returns the HTTP handler of an engine. */
  readonly handlerOf: (payloom: Payloom) => Serve
  /** The parts of the check. Default: all of them. */
  readonly parts?: ReadonlyArray<IsolationPart>
}

const parts = {
  "library inputs": ({ check }, rounds) => checkInputs(check, rounds),
  "library texts": ({ check }, rounds) => checkTexts(check, rounds),
  "library cursors": ({ check }, rounds) => checkCursors(check, libraryLists(check), rounds),
  cursors: (http, rounds) => checkCursors(http.check, httpLists(http), rounds),
  places: checkPlaces,
  credentials: checkCredentials,
  "idempotency keys": checkKeys,
  notifications: checkNotifications
} satisfies Readonly<Record<string, (http: HttpGround, rounds: number) => Promise<void>>>

/** A part of the check. Those whose names don't begin with `library` call over HTTP. */
export type IsolationPart = keyof typeof parts

const allParts = Object.keys(parts) as ReadonlyArray<IsolationPart>

/** The result of a check of the isolation. */
export interface Isolation {
  /** One sentence for each error. */
  readonly findings: ReadonlyArray<string>
  /** The places that were checked, such as `payments.refund 0`, and how often. */
  readonly slots: ReadonlyMap<string, number>
  /** The number of calls with something of somebody else. */
  readonly calls: number
  /** The operations and lists for which nothing of another merchant was found to try. */
  readonly without: ReadonlyArray<string>
  /** The places at which an own id, or an own cursor, was answered like an unknown one. */
  readonly untold: ReadonlyArray<string>
}

/**
 * Calls every operation with ids of another merchant, and with ids of the same merchant in the
 * other mode, at each place of its input that takes an id. Reads every list at their cursors. Over
 * HTTP, also sends their keys, tokens, idempotency keys and notifications. The answer must be the
 * one to something that nobody has, byte for byte but the id. No row of the other may change, and
 * nothing of the other may be shown.
 */
export const checkIsolation = async (options: IsolationOptions): Promise<Isolation> => {
  const { rounds, seed = 1, parts: chosen = allParts } = options
  const check = await openCheck(options, seed)
  const http = await openHttp(check, options.handlerOf)
  for (const part of chosen) await parts[part](http, rounds)
  const { observer, living } = check.ground
  await Promise.all([observer, ...living()].map(({ payloom }) => payloom.close()))
  return resultOf(check, namesIn(http))
}

/** Returns the names of all operations, and of the cursors of all lists. */
const namesIn = (http: HttpGround): ReadonlyArray<string> => [
  ...Object.keys(operations),
  ...http.operations.map(({ name }) => name),
  ...[...libraryLists(http.check), ...httpLists(http)].flatMap(({ name, directions }) =>
    directions.map((direction) => `${name} ${direction} of another`)
  )
]

const openCheck = async (options: IsolationOptions, seed: number): Promise<Check> => {
  const changed: Array<Change> = []
  const onChanges = (made: ReadonlyArray<Change>) => void changed.push(...made)
  const reads: Array<string> = []
  const { between = (inner) => inner } = options
  const ground = await filledGround(`${seed}`, onChanges, {
    ...options,
    between: (inner) => between(readStorage(reads)(inner))
  })
  const [own] = ground.tenants
  if (own === undefined) throw new Error("There is no merchant.")
  await openSessions(ground)
  return {
    ground,
    own,
    others: await readOthers(ground, own.scope),
    changed,
    reads,
    random: seededRandom(`isolation ${seed}`),
    findings: [],
    slots: new Map(),
    told: new Set(),
    tellable: new Set()
  }
}

const resultOf = (check: Check, names: ReadonlyArray<string>): Isolation => {
  const { slots, told, tellable, findings } = check
  const checked = [...slots.keys()]
  return {
    findings: [...new Set(findings)],
    slots,
    calls: [...slots.values()].reduce((sum, calls) => sum + calls, 0),
    without: names.filter((name) => !checked.some((place) => `${place} `.startsWith(`${name} `))),
    untold: [...tellable].filter((place) => !told.has(place))
  }
}
