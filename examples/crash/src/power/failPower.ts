import { setTimeout as pause } from "node:timers/promises"
import type { Client } from "@payloom/example-kit/client"
import { type Crew, oneOf } from "@payloom/example-kit/crew"
import { shownAgain } from "../audit.ts"
import { checkState } from "./checkState.ts"
import { DiskModel, type Files } from "./DiskModel.ts"
import type { DiskOperation } from "./diskOperations.ts"
import type { Loss } from "./FileModel.ts"
import type { ForgetfulDisk, Recorded } from "./ForgetfulDisk.ts"

/** Servers whose power fails. */
export interface Powered {
  readonly disk: ForgetfulDisk
  readonly crew: Crew
  readonly client: Client
  /** A folder for copies of the database. It is created and removed for each. */
  readonly scratch: string
  /** The number of other states of the disk to check for each failure. */
  readonly states: number
}

/** The result of one power failure. */
export interface PowerFailure {
  /** The last operation before the power failed. */
  readonly during: DiskOperation["kind"] | "nothing"
  readonly operations: number
  readonly states: number
  /** A sentence for each error in one of the states. */
  readonly findings: ReadonlyArray<string>
}

/** The longest wait for the chosen operation, in milliseconds. */
const patienceMs = 60_000
/** Processes end themselves at their next operation. Then the others are killed. */
const graceMs = 200

/**
 * Lets the power fail at a random operation on the disk. All servers die, and the disk then has
 * one of the contents that it may have. Before the servers start again, some other contents are
 * checked too, after the same and after fewer operations.
 */
export const failPower = async (powered: Powered): Promise<PowerFailure> => {
  const { disk, crew } = powered
  disk.failAfter(operationsBeforeFailure(), "power")
  const giveUpAt = performance.now() + patienceMs
  while (!disk.isFaulty() && performance.now() < giveUpAt) await pause(5)
  disk.turnOff()
  await pause(graceMs)
  await crew.killAll()
  const recorded = disk.recorded()
  const { states, findings, left } = checkedStates(recorded, powered)
  disk.replace(left)
  disk.turnOn()
  const { operations } = recorded
  return {
    during: operations.at(-1)?.kind ?? "nothing",
    operations: operations.length,
    states,
    findings
  }
}

/** Most failures come soon. Some come after a checkpoint, which needs thousands of writes. */
const operationsBeforeFailure = (): number =>
  1 + Math.floor(Math.random() * (oneOf([50, 400, 400, 400, 8000]) ?? 1))

/** Everything unsynced is lost, a part of it, or nothing. */
const anyLoss = (): Loss => ({
  writtenShare: oneOf([0, 0.1, 0.5, 0.9, 1]) ?? 0,
  sectorBytes: oneOf([512, 4096] as const) ?? 512
})

const checkedStates = ({ before, operations, beganAt }: Recorded, powered: Powered) => {
  const model = new DiskModel(before)
  const findings: Array<string> = []
  const cuts = Array.from({ length: powered.states }, () =>
    Math.floor(Math.random() * (operations.length + 1))
  ).toSorted((one, other) => one - other)
  let applied = 0
  const applyUpTo = (cut: number) => {
    for (const operation of operations.slice(applied, cut)) model.apply(operation)
    applied = cut
  }
  const check = (files: Files, position: number) =>
    findings.push(...checkState(files, answersAt(powered.client, position), powered.scratch))
  for (const cut of cuts) {
    applyUpTo(cut)
    const position = beganAt + (operations[cut - 1]?.end ?? 0)
    check(model.afterLoss(anyLoss(), Math.random), position)
  }
  applyUpTo(operations.length)
  const left = model.afterLoss(anyLoss(), Math.random)
  check(left, beganAt + (operations.at(-1)?.end ?? 0))
  return { states: powered.states + 1, findings, left }
}

/** The answers that clients had when the disk was at a position, as the engine repeats them. */
const answersAt = ({ acknowledged }: Client, position: number): ReadonlyArray<string> =>
  acknowledged
    .filter(({ at }) => at <= position)
    .map(({ reply: { text, json } }) => ("session_token" in json ? shownAgain(text) : text))
