import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { type Fault, faults } from "@payloom/example-cluster/failOver"
import { missingPackages, patroniWarning } from "@payloom/example-cluster/programs"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { runTrial } from "@payloom/example-kit/runTrial"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { installedPgBouncer } from "@payloom/testkit/pgbouncer"
import { diskObstacle } from "./power/ForgetfulDisk.ts"
import { type Survived, survive } from "./survive.ts"
import { type SurvivedFailovers, surviveFailovers } from "./surviveFailovers.ts"
import { type SurvivedMoves, surviveMoves } from "./surviveMoves.ts"
import { type SurvivedPowerLosses, survivePowerLosses } from "./survivePowerLosses.ts"

const values = givenOptions({
  postgres: { type: "boolean", default: false },
  pgbouncer: { type: "boolean", default: false },
  kills: { type: "string" },
  promotions: { type: "string", default: "0" },
  failovers: { type: "string", default: "0" },
  "power-losses": { type: "string", default: "0" },
  "disk-faults": { type: "boolean", default: false },
  cells: { type: "string", default: "0" },
  moves: { type: "string" },
  servers: { type: "string", default: "3" },
  beside: { type: "string" },
  json: { type: "boolean", default: false }
})

const promotions = wholeNumber("promotions", values.promotions, { most: 1000 })
const failovers = wholeNumber("failovers", values.failovers, { most: 1000 })
const powerLosses = wholeNumber("power-losses", values["power-losses"], { most: 10_000 })
const cells = wholeNumber("cells", values.cells, { most: 64 })
const moves = wholeNumber("moves", values.moves ?? (cells > 0 ? "10" : "0"), { most: 1000 })
const usualKills = promotions + failovers + powerLosses > 0 ? "0" : "20"
const kills = wholeNumber("kills", values.kills ?? usualKills, { most: 10_000 })
const servers = wholeNumber("servers", values.servers, { least: 1, most: 16 })
const beside = values.beside === undefined ? null : resolve(values.beside)
const missing = failovers > 0 ? missingPackages : []
const complaints = [
  [
    promotions > 0 && !values.postgres,
    "--promotions needs --postgres, because a file has no replica."
  ],
  [
    values.pgbouncer && !values.postgres,
    "--pgbouncer needs --postgres, because it pools connections to it."
  ],
  [values.pgbouncer && installedPgBouncer === null, "PgBouncer is not installed here."],
  [
    failovers > 0 && (kills > 0 || promotions > 0 || values.pgbouncer),
    "--failovers is a trial of its own: leave out --kills, --promotions and --pgbouncer."
  ],
  [
    powerLosses > 0 && (kills + promotions + failovers > 0 || values.postgres),
    "--power-losses is a trial of its own on SQLite. Leave out --kills, --promotions, " +
      "--failovers and --postgres."
  ],
  [values["disk-faults"] && values.postgres, "--disk-faults is for SQLite. Leave out --postgres."],
  [(powerLosses > 0 || values["disk-faults"]) && diskObstacle !== null, diskObstacle ?? ""],
  [cells === 1, "--cells needs at least 2, because a tenant moves from one to another."],
  [moves > 0 && cells === 0, "--moves needs --cells, because a tenant moves between cells."],
  [
    cells > 0 &&
      (promotions + failovers + powerLosses > 0 || values.postgres || values["disk-faults"]),
    "--cells is a trial of its own on SQLite files: combine it only with --moves and --kills."
  ],
  [
    beside !== null && !existsSync(join(beside, "examples/crash/src/server.ts")),
    "--beside needs the folder of another checkout, with its packages installed."
  ],
  [
    beside !== null && failovers + powerLosses + cells > 0,
    "--beside is for trials with --kills or --promotions."
  ],
  [missing.length > 0, `--failovers needs programs. Install ${missing.join(", ")}.`]
] as const
const complaint = complaints.find(([isWrong]) => isWrong)?.[1] ?? null
if (complaint !== null) {
  process.stderr.write(`${complaint}\n`)
  process.exit(2)
}

const usual = { servers, clients: 8, patienceMs: 300_000 }
/** Short trials have another selection of faults each time. */
const inAnyOrder = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ one }) => one)

/** A frozen primary loses commits by an error of earlier releases of Patroni, not by the engine. */
const survivable = (): ReadonlyArray<Fault> => {
  const warning = patroniWarning()
  if (warning === null) return faults
  process.stderr.write(`${warning} The trial freezes no primary.\n`)
  return faults.filter((fault) => fault !== "frozen")
}

type Result = Survived | SurvivedFailovers | SurvivedMoves | SurvivedPowerLosses
const { findings, unanswered } = await runTrial<Result>("crash", values.json, (trial) => {
  if (powerLosses > 0) return survivePowerLosses({ ...trial, ...usual, powerLosses, states: 20 })
  if (failovers > 0) {
    return surviveFailovers({ ...trial, ...usual, failovers, faults: inAnyOrder(survivable()) })
  }
  const killing = { ...trial, ...usual, kills, killEveryMs: 800 }
  if (cells > 0) return surviveMoves({ ...killing, cells, moves })
  const on = { isPostgres: values.postgres, isPooled: values.pgbouncer }
  return survive({ ...killing, ...on, beside, promotions, isDiskFaulty: values["disk-faults"] })
})
process.exitCode = findings.length === 0 && unanswered === 0 ? 0 : 1
