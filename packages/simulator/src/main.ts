import { unreached } from "./coverage/Coverage.ts"
import { type CommandOptions, readOptions, usage } from "./report/readOptions.ts"
import { startWatchdog } from "./report/watchdog.ts"
import { writtenCoverage } from "./report/writtenCoverage.ts"
import { writtenTest, writtenTimeline } from "./report/writtenRun.ts"
import { runSeed, type Simulated, shortenRun, simulate } from "./simulate.ts"

/** More than the limit of a run that waits now and then. */
const longestRunMs = 15 * 60_000

const yearMs = 365.25 * 86_400_000

const figuresOf = ({ seeds, calls, simulatedMs, tookMs, failed }: Simulated) => ({
  seeds,
  failedSeeds: failed.map(({ history }) => history.seed),
  calls,
  seconds: Math.round(tookMs / 1000),
  processorSeconds: Math.round(processorMs() / 1000),
  callsPerSecond: Math.round(calls / (tookMs / 1000)),
  simulatedYears: Math.round(simulatedMs / yearMs),
  simulatedYearsPerSecond: Number((simulatedMs / yearMs / (tookMs / 1000)).toFixed(2))
})

const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const runOne = async (seed: string): Promise<boolean> => {
  const run = await runSeed(seed)
  console.log(writtenTimeline(run))
  return run.findings.length === 0
}

const runMany = async (options: CommandOptions): Promise<boolean> => {
  const { seeds, seed, minutes, json } = options
  // With --json only the result goes to the standard output.
  const report = json ? console.error : console.log
  let printedAt = performance.now()
  const dog = startWatchdog(longestRunMs)
  const simulated = await simulate({
    seeds,
    seed: Number(seed),
    ...(minutes === null ? {} : { minutes }),
    onBegin: dog.begin,
    onRun: ({ history, findings }, so) => {
      for (const finding of findings) report(`seed ${history.seed}: ${finding}`)
      if (performance.now() - printedAt < 10_000) return
      printedAt = performance.now()
      report(JSON.stringify(figuresOf(so)))
    }
  })
  await dog.end()
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
  const options = readOptions(process.argv.slice(2))
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
