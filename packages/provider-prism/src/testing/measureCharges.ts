import { startFakeProcessor } from "../fake/index.ts"
import { startOnLibrary } from "./testLibrary.ts"

/**
 * Charges at a fake for the benchmarks, with the connector or with the bare library. Reads lines
 * such as `{"side":"own","count":100,"callers":1}`. Writes `ready`, and `done` after each line.
 * Ends at once with status 2 if the library is not installed.
 */
const fake = await startFakeProcessor({ processor: "checkout" })
const program = new URL("chargeChild.ts", import.meta.url)
const child = startOnLibrary(program, [fake.url, JSON.stringify(fake.account())])
if (child === null) process.exit(2)
process.stdout.write("ready\n")
process.stdin.pipe(child.stdin)
child.stdout.pipe(process.stdout)
child.on("exit", (code) => process.exit(code ?? 1))
