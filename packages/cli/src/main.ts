#!/usr/bin/env node
import { exitCodes } from "./command/exitCodes.ts"
import { Interrupts } from "./command/Interrupts.ts"
import { runCommandLine } from "./command/runCommandLine.ts"
import { allCommands } from "./commands/allCommands.ts"

/** The time for the rest of an interrupted output. */
const patienceMs = 1000

const interrupts = new Interrupts()

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (!interrupts.interrupt()) process.exit(exitCodes.interrupted)
  })
}

// A reader such as `head` may close the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCodes.done)
  process.stderr.write(`The output can't be written (${error.code}).\n`)
  process.exit(exitCodes.failed)
})

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  commands: allCommands,
  interrupts,
  terminal: {
    stdout: process.stdout,
    stderr: process.stderr,
    input: process.stdin.isTTY === true ? process.stdin : null,
    env: process.env,
    cwd: process.cwd()
  }
})

// A reader that reads no more keeps the rest of the output, and so the process.
if (interrupts.signal.aborted) {
  setTimeout(() => process.exit(exitCodes.interrupted), patienceMs).unref()
}
