import { resolve } from "node:path"
import { cells } from "@payloom/cells"
import pg from "pg"
import type { Run } from "../../command/Command.ts"
import { exitCodes } from "../../command/exitCodes.ts"
import type { Terminal } from "../../command/Terminal.ts"
import { UsageError } from "../../command/UsageError.ts"
import type { Cell } from "../../output/Output.ts"
import { isPostgres } from "../../storageAt.ts"
import { openAsIs, openStore } from "../../target/openStore.ts"
import { findSecret } from "../../target/secretIn.ts"
import { shownLocation } from "../../target/shownLocation.ts"
import { cellsIn } from "../cells/cellsIn.ts"
import { checkCells } from "./cellChecks.ts"
import { checkEngine } from "./engineChecks.ts"
import { type Finding, ok, problem } from "./Finding.ts"
import { checkClock, checkFile, checkNode, checkSecret } from "./machineChecks.ts"
import { openingFinding } from "./openingFinding.ts"
import { checkServer } from "./serverChecks.ts"
import { checkStore } from "./storeChecks.ts"

interface Given {
  readonly database: string | undefined
  readonly url: string | undefined
  readonly setup: string | undefined
}

/** Checks a deployment. */
export const doctor: Run<Given, "nothing"> = async (given, { terminal }) => {
  const findings = [checkNode(process.versions.node), ...(await checkPlaces(given, terminal))]
  const problems = findings.filter(({ status }) => status === "problem").length
  return {
    kind: "value",
    sections: [
      {
        table: {
          columns: [{ title: "Check" }, { title: "Result" }, { title: "Found" }],
          rows: findings.map(({ check, status, found }) => [check, statusCellOf(status), found]),
          empty: ""
        }
      },
      ...(findings.some(({ remedy }) => remedy !== undefined)
        ? [{ title: "What to do", fields: findings.flatMap(remedyLine) }]
        : [])
    ],
    json: { problems, findings },
    exitCode: problems === 0 ? exitCodes.done : exitCodes.found
  }
}

const remedyLine = ({ check, remedy }: Finding): ReadonlyArray<readonly [string, Cell]> =>
  remedy === undefined ? [] : [[check, remedy]]

const colours = { ok: "green", warning: "yellow", problem: "red" } as const

const statusCellOf = (status: Finding["status"]): Cell => ({
  text: status,
  colour: colours[status]
})

const checkPlaces = async (given: Given, terminal: Terminal): Promise<ReadonlyArray<Finding>> => {
  const { env } = terminal
  if (given.setup !== undefined) {
    if (given.database !== undefined || given.url !== undefined) {
      throw new UsageError("--setup can't be combined with --database and --url: give one of them.")
    }
    return checkSetup(given.setup, terminal)
  }
  const database = given.database ?? (given.url === undefined ? env.PAYLOOM_DATABASE : undefined)
  const url = given.url ?? (given.database === undefined ? env.PAYLOOM_URL : undefined)
  const isNamed = given.database !== undefined || given.url !== undefined
  if (!isNamed && env.PAYLOOM_SETUP) {
    if (database) {
      throw new UsageError(
        "PAYLOOM_DATABASE and PAYLOOM_SETUP are both set: choose one with --database or --setup."
      )
    }
    const ofServer = url ? await checkServer(url, env.PAYLOOM_KEY) : []
    return [...(await checkSetup(env.PAYLOOM_SETUP, terminal)), ...ofServer]
  }
  if (!database && !url) {
    const remedy =
      "Give --database, --setup or --url, or set PAYLOOM_DATABASE, PAYLOOM_SETUP or PAYLOOM_URL."
    return [problem("settings", "There is no database and no server to check.", remedy)]
  }
  return [
    ...(database ? await checkDatabase(database, terminal) : []),
    ...(url ? await checkServer(url, env.PAYLOOM_KEY) : [])
  ]
}

const checkDatabase = async (
  location: string,
  terminal: Terminal
): Promise<ReadonlyArray<Finding>> => {
  const secret = findSecret(location, terminal)
  const own = checkSecret(secret)
  try {
    const store = await openStore(location, terminal.cwd)
    try {
      const opened = ok("database", `${shownLocation(location)} was opened.`)
      const engine = await checkEngine(store.storage, own, secret)
      const place = isPostgres(location)
        ? [await checkDatabaseClock(location)]
        : checkFile(resolve(terminal.cwd, location))
      return [own, opened, ...engine, ...place, ...(await checkStore(store.storage))]
    } finally {
      await store.close()
    }
  } catch (error) {
    return [own, openingFinding(error)]
  }
}

/** Checks the cells of a setup. If all can be opened, checks their rows too. */
const checkSetup = async (setup: string, terminal: Terminal): Promise<ReadonlyArray<Finding>> => {
  const own = await cellsIn(setup, terminal)
  const secret = own.secret ?? terminal.env.PAYLOOM_SECRET ?? null
  const ofSecret = checkSecret(secret)
  try {
    const { findings, cells: states } = await checkCells(own)
    const known = states.filter(({ state }) => state !== "new")
    if (known.length === 0 || known.some(({ state }) => state !== "up")) {
      return [ofSecret, ...findings]
    }
    const store = await openAsIs(cells(own.storages))
    try {
      const engine = await checkEngine(store.storage, ofSecret, secret)
      return [ofSecret, ...findings, ...engine, ...(await checkStore(store.storage))]
    } finally {
      await store.close()
    }
  } catch (error) {
    return [ofSecret, openingFinding(error)]
  }
}

const checkDatabaseClock = async (location: string): Promise<Finding> => {
  const client = new pg.Client({ connectionString: location, connectionTimeoutMillis: 5000 })
  client.on("error", () => undefined)
  try {
    await client.connect()
    const before = Date.now()
    const statement = "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now"
    const { rows } = await client.query<{ readonly now: string }>(statement)
    const own = (before + Date.now()) / 2
    return checkClock(own, Number(rows[0]?.now), "the database's clock")
  } finally {
    await client.end().catch(() => undefined)
  }
}
