import { Option } from "effect"
import { ForbiddenTransition } from "./ForbiddenTransition.ts"

/**
 * A state machine as a table: the next status by status and trigger. All decisions look transitions
 * up here. The reference of state machines is generated from the tables, and property tests check
 * them.
 */
export interface Machine<Status extends string, Trigger extends string> {
  readonly name: string
  /** The statuses in which a row may be created. */
  readonly initial: ReadonlyArray<Status>
  readonly transitions: Readonly<Record<Status, Partial<Readonly<Record<Trigger, Status>>>>>
}

/** The statuses of a machine. */
export type StatusOf<M> = M extends Machine<infer Status, string> ? Status : never
/** The triggers of a machine. */
export type TriggerOf<M> = M extends Machine<string, infer Trigger> ? Trigger : never

/** Returns the status after a trigger, or undefined if the machine forbids the trigger. */
export const nextStatus = <Status extends string, Trigger extends string>(
  machine: Machine<Status, Trigger>,
  from: Status,
  trigger: Trigger
): Status | undefined => machine.transitions[from][trigger]

/** Returns the status after a trigger. A forbidden one is a defect, `ForbiddenTransition`. */
export const statusAfter = <Status extends string, Trigger extends string>(
  machine: Machine<Status, Trigger>,
  from: Status,
  trigger: Trigger
): Status =>
  Option.getOrThrowWith(
    Option.fromUndefinedOr(nextStatus(machine, from, trigger)),
    () => new ForbiddenTransition(`The machine ${machine.name} forbids ${trigger} from ${from}.`)
  )

/** Returns true if the status has no transitions. */
export const isTerminal = <Status extends string, Trigger extends string>(
  machine: Machine<Status, Trigger>,
  status: Status
): boolean => Object.keys(machine.transitions[status]).length === 0

/** Returns true if some trigger leads from one status to the other. */
export const canMove = <Status extends string, Trigger extends string>(
  machine: Machine<Status, Trigger>,
  from: Status,
  to: Status
): boolean => Object.values(machine.transitions[from]).includes(to)

/** Returns the statuses that no path from an initial status reaches. A sound machine has none. */
export const unreachable = <Status extends string, Trigger extends string>(
  machine: Machine<Status, Trigger>
): ReadonlyArray<Status> => {
  const reached = new Set<Status>(machine.initial)
  for (const status of reached) {
    for (const target of Object.values<Status | undefined>(machine.transitions[status])) {
      if (target !== undefined) reached.add(target)
    }
  }
  return (Object.keys(machine.transitions) as Array<Status>).filter((s) => !reached.has(s))
}

/** Returns the machine as a Mermaid state diagram. */
export const toMermaid = <Status extends string, Trigger extends string>(
  machine: Machine<Status, Trigger>
): string => {
  const lines = machine.initial.map((status) => `  [*] --> ${status}`)
  for (const from of Object.keys(machine.transitions) as Array<Status>) {
    const moves = Object.entries<Status | undefined>(machine.transitions[from])
    for (const [trigger, to] of moves) lines.push(`  ${from} --> ${to}: ${trigger}`)
    if (moves.length === 0) lines.push(`  ${from} --> [*]`)
  }
  return ["stateDiagram-v2", ...lines].join("\n")
}
