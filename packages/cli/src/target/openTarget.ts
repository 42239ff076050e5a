import type { Needs, Surroundings } from "../command/Command.ts"
import type { TargetOptions } from "../command/sharedOptions.ts"
import { UsageError } from "../command/UsageError.ts"
import { openDatabase } from "./databaseTarget.ts"
import type { StoreSource } from "./StoreSource.ts"
import { serverTarget } from "./serverTarget.ts"
import { databaseSource, setupSource } from "./storeSources.ts"
import type { DatabaseTarget, Target } from "./Target.ts"

/** The command that needs a target, and the options that name it. */
export interface Opening extends Pick<Surroundings, "terminal" | "signal"> {
  readonly options: TargetOptions
  readonly needs: Needs
  readonly command: string
}

/** Opens the database or the server of a command. Rejects with `UsageError` if none is named. */
export const openTarget = async (opening: Opening): Promise<Target & DatabaseTarget> => {
  const { terminal, options, command, signal } = opening
  const { kind, name } = placeOf(opening)
  const openOn = (source: StoreSource) => openDatabase({ source, options, command, terminal })
  switch (kind) {
    case "url": {
      const key = keyIn(terminal.env)
      refuseOtherAccount(key, options, terminal.env)
      return serverTarget({ url: name, key, signal }) as Target & DatabaseTarget
    }
    case "database":
      return openOn(databaseSource(name, terminal))
    case "setup":
      return openOn(await setupSource(name, terminal))
  }
}

/**
 * Over HTTP, the key decides the tenant and the mode. Options that ask for others are refused,
 * because the command would act on another account than the named one.
 */
const refuseOtherAccount = (
  key: string,
  options: TargetOptions,
  env: Opening["terminal"]["env"]
): void => {
  if (options.tenant !== undefined) {
    throw new UsageError("--tenant is for a database. Over HTTP, PAYLOOM_KEY decides the tenant.")
  }
  const mode = options.mode ?? given(env.PAYLOOM_MODE)
  const [, own] = /^[a-z]+_(test|live)_/.exec(key) ?? []
  if (mode === undefined || own === undefined || mode === own) return
  const name = options.mode === undefined ? "PAYLOOM_MODE" : "--mode"
  throw new UsageError(
    `PAYLOOM_KEY is a key of ${own} mode, but ${name} is ${JSON.stringify(mode.slice(0, 40))}: ` +
      `give a key of that mode, or leave ${name} out.`
  )
}

/** An option that names the place of a command, and the place. */
interface Place {
  readonly kind: "database" | "url" | "setup"
  readonly name: string
}

const placeOf = ({ options, needs, command, terminal: { env } }: Opening): Place => {
  const kinds = needs === "either" ? everywhere : stores
  const [named, other] = everywhere.flatMap(placeIn((kind) => options[kind]))
  if (named !== undefined && other !== undefined) {
    throw new UsageError(`--${named.kind} and --${other.kind} can't be combined: give one of them.`)
  }
  if (named !== undefined) return named
  const [first, second] = kinds.flatMap(placeIn((kind) => given(env[variableOf(kind)])))
  if (first !== undefined && second !== undefined) {
    throw new UsageError(
      `${variableOf(first.kind)} and ${variableOf(second.kind)} are both set: choose one with ` +
        `--${first.kind} or --${second.kind}.`
    )
  }
  if (first !== undefined) return first
  if (needs === "database") {
    throw new UsageError(
      `${command} works on a database, because HTTP does not offer it: give --database or ` +
        "--setup, or set PAYLOOM_DATABASE or PAYLOOM_SETUP."
    )
  }
  throw new UsageError(
    "There is nothing to work on: give --database, --setup or --url, or set PAYLOOM_DATABASE, " +
      "PAYLOOM_SETUP or PAYLOOM_URL."
  )
}

const stores: ReadonlyArray<Place["kind"]> = ["database", "setup"]
const everywhere: ReadonlyArray<Place["kind"]> = ["database", "url", "setup"]

const variableOf = (kind: Place["kind"]): string => `PAYLOOM_${kind.toUpperCase()}`

const placeIn =
  (nameOf: (kind: Place["kind"]) => string | undefined) =>
  (kind: Place["kind"]): ReadonlyArray<Place> => {
    const name = nameOf(kind)
    return name === undefined ? [] : [{ kind, name }]
  }

/** An empty variable counts as absent, as in a compose file without a value. */
const given = (value: string | undefined): string | undefined => (value === "" ? undefined : value)

const keyIn = (env: Readonly<Record<string, string | undefined>>): string => {
  const key = given(env.PAYLOOM_KEY)
  if (key === undefined) {
    throw new UsageError(
      "PAYLOOM_KEY is missing: set it to a secret API key, sk_test_… or sk_live_…."
    )
  }
  return key
}
