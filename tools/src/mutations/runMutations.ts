import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Tried } from "./tryMutations.ts"

/** The result of `npm run mutations -- --json`. */
interface Figures {
  readonly mutations: number
  readonly survivors: ReadonlyArray<string>
  readonly control: ReadonlyArray<unknown>
  readonly tried: ReadonlyArray<Tried>
}

/** Runs a share of the mutations in a process of its own, and returns its figures. */
export const runMutations = async (...options: ReadonlyArray<string>): Promise<Figures> => {
  const program = join(import.meta.dirname, "main.ts")
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=source", program, "--json", ...options],
    { env: { ...process.env, NODE_OPTIONS: "" }, maxBuffer: 64 * 1024 * 1024 }
  ).catch((error: { readonly stdout: string }) => error)
  return JSON.parse(stdout) as Figures
}
