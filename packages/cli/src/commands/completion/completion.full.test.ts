import { spawnSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"
import { bashScript } from "./shellScripts.ts"

const folder = temporaryFolder()
const main = fileURLToPath(new URL("../../main.ts", import.meta.url))
const hasBash = spawnSync("bash", ["--version"]).status === 0

/** Completes each line in a Bash without any other completion. Its last word is completed. */
const completed = (lines: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const script = join(folder, "payloom.bash")
  writeFileSync(script, bashScript)
  const text = [
    `payloom() { '${process.execPath}' --conditions=source '${main}' "$@"; }`,
    // A shell may read its start-up file twice.
    `source '${script}'; source '${script}'`,
    `try() { COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _payloom; echo "\${COMPREPLY[*]}"; }`,
    ...lines.map((words) => `try ${words.map((word) => `'${word}'`).join(" ")}`)
  ].join("\n")
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", text], { encoding: "utf8" })
  expect(stderr).toBe("")
  return stdout.trimEnd().split("\n")
}

describe.skipIf(!hasBash)("the completion of bash", () => {
  it("suggests commands, options and values, and evaluates nothing that was typed", () => {
    const ran = join(folder, "ran")
    expect(
      completed([
        ["payloom", "pay"],
        ["payloom", "alerts", "list", "--state", ""],
        ["payloom", `$(touch ${ran})`, "--st"],
        ["payloom", "payments", "list", "--status", "dec"]
      ])
    ).toEqual(["payments", "open taken resolved", "", "declined"])
    expect(existsSync(ran)).toBe(false)
  })
})
