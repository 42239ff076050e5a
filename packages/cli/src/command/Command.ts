import type { Output } from "../output/Output.ts"
import type { DatabaseTarget, Target } from "../target/Target.ts"
import type { Parameters, ValuesOf } from "./options.ts"
import type { Terminal } from "./Terminal.ts"

/**
 * The place that a command works on:
 *
 * - `nothing`: neither a database nor a server.
 * - `either`: a database, or a server by its URL.
 * - `database`: a database, because the operation is not offered over HTTP.
 */
export type Needs = "nothing" | "either" | "database"

/** The things that every command gets. */
export interface Surroundings {
  readonly terminal: Terminal
  /** True if the output is JSON. */
  readonly json: boolean
  /** Aborted by Ctrl-C. A stream ends then. */
  readonly signal: AbortSignal
}

/** The things that a command gets, by what it works on. */
export interface ContextOf {
  readonly nothing: Surroundings
  readonly either: Surroundings & { readonly target: Target }
  readonly database: Surroundings & { readonly target: DatabaseTarget }
}

/** Runs a command with the values of its arguments and options. */
export type Run<Given, N extends Needs> = (given: Given, context: ContextOf[N]) => Promise<Output>

/** A command line to try, and its purpose. */
export interface Example {
  /** The command line without `payloom`. */
  readonly run: string
  readonly does: string
}

/**
 * A command: its help, its arguments and options, and the module that runs it. The module is loaded
 * when the command runs, so that help and completion stay fast.
 */
export interface Command {
  /** The words after `payloom`, such as `payments list`. */
  readonly name: string
  /** One line, for the list of commands. */
  readonly summary: string
  /** More lines, for the help of this command. */
  readonly description?: string
  readonly needs: Needs
  /** The operation that the audit log records. Absent if the command changes no account. */
  readonly records?: string
  /** In their order. */
  readonly arguments: Parameters
  /** By their names in camel case. */
  readonly options: Parameters
  readonly examples: ReadonlyArray<Example>
  /** Options that people may expect and the command does not have, with the remedy of each. */
  readonly refuses?: Readonly<Record<string, string>>
  /** True if it ends by its signal, and then removes what it has begun. */
  readonly hearsSignal?: true
  readonly load: () => Promise<Run<never, Needs>>
}

/** A group of commands, such as `payments`. */
export interface CommandGroup {
  readonly name: string
  readonly summary: string
  readonly commands: ReadonlyArray<Command>
}

interface Definition<A extends Parameters, O extends Parameters, N extends Needs>
  extends Omit<Command, "arguments" | "options" | "needs" | "load"> {
  readonly needs: N
  readonly arguments: A
  readonly options: O
  readonly load: () => Promise<Run<ValuesOf<A> & ValuesOf<O>, N>>
}

/** Defines a command. Its types make sure that `run` gets the declared arguments and options. */
export const defineCommand = <A extends Parameters, O extends Parameters, N extends Needs>(
  definition: Definition<A, O, N>
): Command => definition as unknown as Command
