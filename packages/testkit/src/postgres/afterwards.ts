import { type ChildProcess, spawn } from "node:child_process"
import { Socket } from "node:net"

/** Removes a folder after this process has ended in any way. */
export const removeAfterwards = (folder: string): void => {
  afterwards('rm -rf "$0"', [folder])
}

/** Runs a script after this process has ended in any way, unless the script is killed first. */
export const afterwards = (script: string, args: ReadonlyArray<string>): ChildProcess => {
  const shell = spawn("sh", ["-c", `read -r _; ${script}`, ...args], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true
  })
  shell.unref()
  if (shell.stdin instanceof Socket) shell.stdin.unref()
  return shell
}
