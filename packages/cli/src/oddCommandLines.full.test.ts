import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { flagOf } from "./command/buildProgram.ts"
import { exitCodes } from "./command/exitCodes.ts"
import { allCommands } from "./commands/allCommands.ts"
import { runLine } from "./testing/runLine.ts"
import { sandboxStore } from "./testing/sandboxStore.ts"
import { temporaryFolder } from "./testing/temporaryFolder.ts"

const folder = temporaryFolder()
const store = await sandboxStore(folder)
const main = fileURLToPath(new URL("./main.ts", import.meta.url))

/** Colours and bars have control characters too. */
const plain = { ...store.env, NO_COLOR: "1", TERM: "dumb" }

/** These run until they are interrupted. */
const endless = new Set(["start", "webhooks listen"])
const commands = allCommands
  .flatMap((entry) => ("commands" in entry ? entry.commands : [entry]))
  .filter(({ name }) => !endless.has(name))

const oddValues = [
  ..." |-|--|-1|0|1e9|99999999999999999999|null|\u0000|\u001b[2J|\n|../../x|/|/dev/null|.".split(
    "|"
  ),
  ..."日本語|مرحبا|👩‍👩‍👧‍👦|\ud800|'; DROP TABLE x; --|$(id)|__proto__|constructor|2026-99-99|7d".split(
    "|"
  ),
  ..."postgres://|postgres://x:y@127.0.0.1:1/z|mysql://x|http://127.0.0.1:1/".split("|"),
  ..."--json|--limit=5".split("|"),
  ...["", "a".repeat(5000), store.payment, store.file, "--help", "="]
]

/** Returns numbers that look random, and are the same in every run. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

const oddLine = (next: (below: number) => number): ReadonlyArray<string> => {
  const value = () => oddValues[next(oddValues.length)] ?? ""
  const { name, arguments: positions, options } = commands[next(commands.length)] ?? { name: "" }
  const line = name.split(" ")
  for (const _ of Object.keys(positions ?? {})) if (next(4) > 0) line.push(value())
  for (const option of Object.keys(options ?? {})) {
    if (next(3) === 0) line.push(flagOf(option), ...(next(5) > 0 ? [value()] : []))
  }
  if (next(6) === 0) line.splice(next(line.length), 0, value())
  return name === "events tail" ? [...line, "--once"] : line
}

/** A stack, an error of the language, an error number, or a fault that nobody foresaw. */
const riddle = new RegExp(
  [
    "\\n\\s+at ",
    "TypeError|RangeError|Cannot read prop",
    "\\[object Object\\]|The command failed|node:",
    "\\bE[A-Z]{4,}:|SQLITE_(?!TMPDIR)"
  ].join("|")
)

/** All control characters but the line break and the tab. */
const control = /(?![\n\t])\p{Cc}/u

describe("an odd command line", () => {
  it("has an answer in words, a documented exit code, and nothing that changes a terminal", async () => {
    const next = numbersFrom(7)
    const known: ReadonlyArray<number> = Object.values(exitCodes)
    for (let nth = 0; nth < 150; nth++) {
      const args = oddLine(next)
      const columns = next(2) === 0 ? { columns: 40 } : {}
      const { code, stdout, stderr } = await runLine(args, {
        env: plain,
        cwd: folder,
        ...columns
      })
      const about = JSON.stringify(args).slice(0, 300)
      expect(known, about).toContain(code)
      expect(stdout + stderr, about).not.toMatch(riddle)
      expect(stdout + stderr, about).not.toMatch(control)
      if (code === exitCodes.failed) expect((stdout + stderr).trim(), about).not.toBe("")
    }
  })
})

const node = ["--conditions=source", main]
const env = { ...process.env, ...store.env }

describe("a process", () => {
  it("ends with 0 if its reader leaves, and with 1 if its output can't be written", () => {
    const commandOf = (...words: ReadonlyArray<string>) =>
      [process.execPath, ...node, ...words].map((word) => `'${word}'`).join(" ")
    const command = commandOf("payments", "list")
    for (const each of [command, commandOf("ledger", "statement", "merchant_payable", "--csv")]) {
      const left = spawnSync("bash", ["-c", `set -o pipefail; ${each} | true`], { env })
      expect([left.status, left.stderr.toString()]).toEqual([0, ""])
    }
    const full = spawnSync("bash", ["-c", `${command} > /dev/full`], { env })
    expect([full.status, full.stderr.toString()]).toEqual([
      1,
      "The output can't be written (ENOSPC).\n"
    ])
  })

  it("ends with 130 if it is interrupted while it follows events", async () => {
    const child = spawn(process.execPath, [...node, "events", "tail"], { env })
    await once(child.stderr, "data")
    child.kill("SIGINT")
    expect((await once(child, "close"))[0]).toBe(exitCodes.interrupted)
  })
})
