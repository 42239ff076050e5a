import { parseArgs } from "node:util"
import { unreached } from "./coverage/Coverage.ts"
import { writtenCoverage } from "./report/writtenCoverage.ts"
import { writtenTest, writtenTimeline } from "./report/writtenRun.ts"
import { runSeed, type Simulated, shortenRun, simulate } from "./simulate.ts"

const usage = `npm run simulate -- --seeds N [--seed S] [--minutes M] [--json]

  --seeds N    Run this many seeds. Default: 100.
  --seed S     Begin with this seed, or with --seeds 1 run it alone and print its timeline.
  --minutes M  Begin no seed after this many minutes.
  --json       Print the result as one JSON document.`

const yearMs = 365.25 * 86_400_000

const figuresOf = ({ seeds, calls, simulatedMs, tookMs, failed }: Simulated) => ({
  seeds,
  failedSeeds: failed.map(({ history }) => history.seed),
  calls,
  seconds: Math.round(tookMs / 1000),
  callsPerSecond: Math.round(calls / (tookMs / 1000)),
  simulatedYears: Math.round(simulatedMs / yearMs),
  simulatedYearsPerSecond: Number((simulatedMs / yearMs / (tookMs / 1000)).toFixed(2))
})

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "100" },
      seed: { type: "string", default: "1" },
      minutes: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  const seeds = positive("seeds", values.seeds)
  const minutes =
    values.minutes === undefined ? {} : { minutes: positive("minutes", values.minutes) }
  return { ...values, seeds, minutes }
}

const positive = (option: string, text: string): number => {
  const number = Number(text)
  if (Number.isFinite(number) && number > 0) return number
  throw new Error(`--${option} is ${text}: give a number above 0.`)
}

const runOne = async (seed: string): Promise<boolean> => {
  const run = await runSeed(seed)
  console.log(writtenTimeline(run))
  return run.findings.length === 0
}

const runMany = async (options: ReturnType<typeof readOptions>): Promise<boolean> => {
  const { seeds, seed, minutes, json } = options
  let printedAt = performance.now()
  const simulated = await simulate({
    seeds,
    seed: Math.trunc(positive("seed", seed)),
    ...minutes,
    onRun: ({ history, findings }, so) => {
      if (json) return
      for (const finding of findings) console.log(`seed ${history.seed}: ${finding}`)
      if (performance.now() - printedAt < 10_000) return
      printedAt = performance.now()
      console.log(JSON.stringify(figuresOf(so)))
    }
  })
  const { failed, coverage } = simulated
  const [first] = failed
  const shortest = first === undefined ? null : await shortenRun(first)
  if (json) {
    const findings = failed.flatMap(({ history, findings }) =>
      findings.map((finding) => ({ seed: history.seed, finding }))
    )
    const result = { ...figuresOf(simulated), findings, unreached: unreached(coverage) }
    console.log(
      JSON.stringify(shortest === null ? result : { ...result, shortest: shortest.history })
    )
    return failed.length === 0
  }
  console.log(writtenCoverage(coverage))
  console.log(JSON.stringify(figuresOf(simulated)))
  if (shortest !== null) {
    console.log(`\nThe shortest history of seed ${first?.history.seed}:\n`)
    console.log(`${writtenTimeline(shortest)}\n\n${writtenTest(shortest.history)}`)
  }
  return failed.length === 0
}

const main = async (): Promise<void> => {
  const options = readOptions()
  if (options.help) return console.log(usage)
  const isGood = options.seeds === 1 ? await runOne(options.seed) : await runMany(options)
  process.exitCode = isGood ? 0 : 1
}

try {
  await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}
