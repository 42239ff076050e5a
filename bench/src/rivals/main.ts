import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { progressBar } from "@payloom/example-kit/progressBar"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { type PostgresServer, startPostgres } from "@payloom/testkit/postgres"
import { startBank } from "./bank/startBank.ts"
import { type Killed, killTrial } from "./killTrial.ts"
import { measureSpeed, type Speed } from "./measure.ts"
import { contenders, payloomProgram } from "./programs.ts"
import { type Program, RivalProcess } from "./RivalProcess.ts"

const values = givenOptions({
  json: { type: "boolean", default: false },
  only: { type: "string" },
  kills: { type: "string", default: "0" },
  count: { type: "string", default: "100" },
  loss: { type: "string", default: "5" },
  patience: { type: "string", default: "480" }
})

const kills = wholeNumber("kills", values.kills, { most: 10_000 })
const count = wholeNumber("count", values.count, { most: 100_000 })
/** The percentage of lost answers in kill trials. */
const loss = wholeNumber("loss", values.loss, { most: 50 })
/** The seconds that orders which were cut off have at the end. Payloom needs 5 minutes of them. */
const patience = wholeNumber("patience", values.patience, { most: 86_400 })
const names = ["payloom", ...contenders.keys()]
const only = values.only === undefined ? names : names.filter((name) => name === values.only)
if (only.length === 0) {
  process.stderr.write(`--only must be one of ${names.join(", ")}.\n`)
  process.exit(2)
}

/** The time that the bank takes in kill trials, so that kills meet calls. */
const bankDelayMs = 20

const folder = mkdtempSync(join(tmpdir(), "payloom-rivals-run-"))
const journal = join(folder, "bank.jsonl")
const bar = progressBar()

const measure = async (
  server: PostgresServer,
  program: Program,
  hasJobs: boolean
): Promise<Speed> => {
  const bank = await startBank({ journal, lostAnswers: 0, delayMs: 0 })
  const processes: Array<RivalProcess> = []
  try {
    for (const each of [payloomProgram, program]) {
      const places = { database: await server.newDatabase(), bank: bank.url }
      processes.push(await RivalProcess.start(each, places))
    }
    const [ours, theirs] = processes as [RivalProcess, RivalProcess]
    return await measureSpeed(ours, theirs, { count, hasJobs })
  } finally {
    for (const one of processes) await one.kill()
    await bank.stop()
  }
}

const kill = async (server: PostgresServer, program: Program, name: string): Promise<Killed> => {
  const bank = await startBank({ journal, lostAnswers: loss / 100, delayMs: bankDelayMs })
  try {
    return await killTrial({
      program,
      places: { database: await server.newDatabase(), bank: bank.url },
      bank,
      kills,
      patienceMs: patience * 1000,
      onProgress: (share, text) => bar.show(share, `${name}: ${text}`)
    })
  } finally {
    await bank.stop()
  }
}

const resultOf = async (server: PostgresServer, name: string) => {
  const rival = contenders.get(name)
  const program = rival === undefined ? payloomProgram : rival.program()
  if ("missing" in program) return program
  const compared =
    rival === undefined
      ? {}
      : {
          version: rival.version(),
          ...(count === 0 ? {} : { speed: await measure(server, program, rival.hasJobs) })
        }
  return {
    ...compared,
    ...(kills === 0 ? {} : { killed: await kill(server, program, name) })
  }
}

const server = await startPostgres({ max_connections: "200" })
try {
  for (const name of only) {
    const result = await resultOf(server, name)
    bar.end()
    const text = values.json
      ? JSON.stringify({ name, ...result })
      : `${name} ${JSON.stringify(result, null, 2)}`
    process.stdout.write(`${text}\n`)
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
