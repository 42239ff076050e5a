import { PaymentStatus } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { sharedOptions } from "./command/sharedOptions.ts"
import { allCommands } from "./commands/allCommands.ts"
import { paymentStatuses } from "./commands/payments/paymentStatuses.ts"
import { runLine } from "./testing/runLine.ts"

const commands = allCommands.flatMap((entry) => ("commands" in entry ? entry.commands : [entry]))

describe("the command line", () => {
  it.each([
    [[], "A command is missing."],
    [["move"], "There is no command move."],
    [["payment"], "There is no command payment. Did you mean payments?"],
    [["payments"], "A command is missing."],
    [["payments", "lst"], "There is no command lst. Did you mean list?"],
    [["payments", "show"], "PAYMENT is missing."],
    [["payments", "show", "a", "b"], "payments show takes only PAYMENT, not b."],
    [["payments", "list", "--limit"], "--limit needs a value."],
    [["payments", "list", "--limit", "x"], '--limit must be a number from 1 to 10000, but is "x".'],
    [["payments", "list", "--stauts", "x"], "Unknown option '--stauts'. Did you mean --status?"],
    [
      ["payments", "list", "--from", "soon"],
      "--from must be a date such as 2026-11-01, a time such as 2026-11-01T08:00:00Z, or a span " +
        'before now such as 7d or 12h, but is "soon".'
    ],
    [
      ["payments", "list", "--from", "2026-11-31"],
      "--from must be a date such as 2026-11-01, a time such as 2026-11-01T08:00:00Z, or a span " +
        'before now such as 7d or 12h, but is "2026-11-31".'
    ]
  ])("%j is not valid: it exits with 2, and prints one line and the usage", async (args, line) => {
    const { code, stdout, stderr } = await runLine(args)
    expect({ code, stderr }).toEqual({ code: 2, stderr: `${line}\n` })
    expect(stdout).toMatch(/^Usage: payloom/)
  })

  it("refuses a value that an option does not take, and lists those that it takes", async () => {
    const { code, stderr } = await runLine(["payments", "list", "--status", "paid"])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^--status must be one of created, .*, voided, but is "paid"\.\n$/)
  })

  it.each(commands.map((command) => [command.name, command] as const))(
    "%s has help with its options and examples, and exits with 0",
    async (name, command) => {
      const { code, stdout, stderr } = await runLine([...name.split(" "), "--help"])
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(stdout).toMatch(new RegExp(`^Usage: payloom ${name} `))
      expect(stdout).toContain(command.summary.split(" ")[0])
      expect(stdout).toContain("Examples:")
      expect(command.examples.length).toBeGreaterThan(0)
      for (const { run } of command.examples) expect(run.startsWith(name)).toBe(true)
      for (const option of Object.keys(sharedOptions[command.needs])) {
        expect(stdout).toContain(`--${option}`)
      }
    }
  )

  it("prints its version", async () => {
    const { stdout } = await runLine(["--version"])
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it("knows every status of a payment", () => {
    expect(paymentStatuses).toEqual(PaymentStatus.literals)
  })
})

describe("a command without a database or a server", () => {
  it.each([
    [
      {},
      ["payments", "list"],
      "There is nothing to work on: give --database, --setup or --url, or set"
    ],
    [{ PAYLOOM_URL: "https://pay.example" }, ["payments", "explain", "x"], "works on a database"],
    [{ PAYLOOM_URL: "https://pay.example" }, ["payments", "list"], "PAYLOOM_KEY is missing"],
    [{ PAYLOOM_KEY: "sk_test_x" }, ["payments", "list", "--url", "http://pay.example"], "https://"],
    [
      { PAYLOOM_URL: "https://pay.example", PAYLOOM_DATABASE: "a.db" },
      ["payments", "list"],
      "are both set"
    ],
    [
      {},
      ["payments", "list", "--url", "https://a.example", "--database", "a"],
      "can't be combined"
    ],
    [
      { PAYLOOM_URL: "https://pay.example", PAYLOOM_KEY: "sk_live_x" },
      ["payments", "refund", "payment_1", "--mode", "test"],
      'PAYLOOM_KEY is a key of live mode, but --mode is "test"'
    ],
    [
      { PAYLOOM_URL: "https://pay.example", PAYLOOM_KEY: "sk_test_x", PAYLOOM_MODE: "live" },
      ["payments", "list"],
      'PAYLOOM_KEY is a key of test mode, but PAYLOOM_MODE is "live"'
    ],
    [
      { PAYLOOM_URL: "https://pay.example", PAYLOOM_KEY: "sk_test_x" },
      ["payments", "list", "--tenant", "other"],
      "PAYLOOM_KEY decides the tenant"
    ]
  ])("with %j, %j says what to set, and exits with 2", async (env, args, part) => {
    const { code, stdout, stderr } = await runLine(args, { env })
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain(part)
    expect(stderr.trim().split("\n")).toHaveLength(1)
  })

  it("prints its failure as JSON with --json", async () => {
    const { code, stdout, stderr } = await runLine(["payments", "list", "--json"])
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" })
    expect(JSON.parse(stdout).error.reason).toBe("usage")
    const unknown = await runLine(["jobs", "--json", "--limit", "5"])
    expect({ code: unknown.code, stderr: unknown.stderr }).toEqual({ code: 2, stderr: "" })
    expect(JSON.parse(unknown.stdout).error).toEqual({
      reason: "usage",
      message: "Unknown option '--limit'."
    })
  })
})
