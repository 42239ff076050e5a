import { parseArgs } from "node:util"
import { backUpStore, restoreStore } from "./backup/backUpStore.ts"
import { reconcileStore, reportText } from "./reconcile/reconcileStore.ts"

/** The exit code of a reconciliation that leaves something for a person. */
const leftForPerson = 3

const usages = {
  backup: "Usage: payloom backup --from FILE --to FILE [--json]",
  restore: "Usage: payloom restore --from BACKUP --to FILE [--json]",
  reconcile:
    "Usage: payloom reconcile --with-providers --setup FILE [--since TIME] [--report] " +
    "[--accept-rest] [--json]"
}

type Name = keyof typeof usages

const isName = (name: string): name is Name => Object.hasOwn(usages, name)

/**
 * Runs `backup`, `restore` or `reconcile`, and sets the exit code. Returns false for another
 * command line.
 */
export const runRestoreCommand = async (args: ReadonlyArray<string>): Promise<boolean> => {
  const [name = "", ...rest] = args
  if (!isName(name)) return false
  try {
    const { values } = parseArgs({
      args: rest,
      options: {
        from: { type: "string" },
        to: { type: "string" },
        setup: { type: "string" },
        since: { type: "string" },
        report: { type: "boolean", default: false },
        "accept-rest": { type: "boolean", default: false },
        "with-providers": { type: "boolean", default: false },
        json: { type: "boolean", default: false }
      }
    })
    await run(name, values)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
  return true
}

interface Values {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly setup?: string | undefined
  readonly since?: string | undefined
  readonly report: boolean
  readonly "accept-rest": boolean
  readonly "with-providers": boolean
  readonly json: boolean
}

const run = async (name: Name, values: Values): Promise<void> => {
  const { from, to, setup } = values
  if (name === "reconcile") {
    if (setup === undefined || !values["with-providers"]) return refuse(name)
    return reconcile(setup, values)
  }
  if (from === undefined || to === undefined) return refuse(name)
  if (name === "backup") {
    const made = await backUpStore({ from, to })
    const rows = Object.values(made.collections).reduce((sum, count) => sum + count, 0)
    print(values, made, `${to}: ${rows} rows, ${made.bytes} bytes, SHA-256 ${made.sha256}`)
  } else {
    const made = await restoreStore({ from, to })
    print(values, made, [`${to} is restored.`, ...made.next].join("\n"))
  }
}

const reconcile = async (setup: string, values: Values): Promise<void> => {
  const since = values.since === undefined ? undefined : Date.parse(values.since)
  if (Number.isNaN(since)) return refuse("reconcile")
  const report = await reconcileStore({
    setup,
    reportOnly: values.report,
    acceptRest: values["accept-rest"],
    ...(since === undefined ? {} : { since })
  })
  print(values, report, reportText(report))
  if (report.left > 0) process.exitCode = leftForPerson
}

const print = ({ json }: Values, made: object, text: string): void => {
  const asJson = () =>
    JSON.stringify(made, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value))
  process.stdout.write(`${json ? asJson() : text}\n`)
}

const refuse = (name: Name): void => {
  process.stderr.write(`${usages[name]}\n`)
  process.exitCode = 2
}
