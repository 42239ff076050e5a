import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { openApiDocument } from "@payloom/adapter-http"
import { openApi30 } from "@payloom/api-docs"
import { root } from "../workspace.ts"
import { type Language, languages, type Step } from "./languages.ts"

// Generates clients in other languages from the OpenAPI document, compiles them, and pays with
// them at a standalone server. The generator is a program in Java, so npm ci does not bring it.

/** The newest version that npm contains as a whole. Newer ones download the program elsewhere. */
const generator = "@openapitools/openapi-generator-cli@1.0.18-4.3.1"

const folder = mkdtempSync(join(tmpdir(), "payloom-clients-"))

const tell = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a command. Returns its output, or null after it printed why it failed. */
const done = ({ command, args, env = {} }: Step, cwd: string): string | null => {
  const ran = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 26
  })
  if (ran.status === 0) return ran.stdout
  const output = `${ran.stdout ?? ""}${ran.stderr ?? ""}${ran.error?.message ?? ""}`
  tell(`      ${command} ${args.slice(0, 3).join(" ")}\n${output.slice(0, 4000)}`)
  return null
}

const isThere = (step: Step): boolean => spawnSync(step.command, step.args).status === 0

/** Installs the generator into the folder. Returns the path of its program. */
const installGenerator = (): string | null => {
  writeFileSync(join(folder, "package.json"), '{ "private": true }')
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", generator]
  const jar = "node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar"
  return done({ command: "npm", args }, folder) === null ? null : join(folder, jar)
}

/** Starts a server. Returns the arguments of the programs that pay: its URL, a key and a card. */
const startServer = async () => {
  const main = join(root, "examples/standalone-server/src/main.ts")
  const args = ["--conditions=source", main, "--ephemeral", "--json", "--port", "0"]
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  for await (const line of createInterface({ input: server.stdout })) {
    const { url, secret_key, instruments } = JSON.parse(line)
    return { stop: () => server.kill(), given: [url, secret_key, instruments.approved] }
  }
  throw new Error("The server did not start.")
}

/** Tries one language. Returns the result in a few words. Null if it failed. */
const tried = (jar: string, language: Language, given: ReadonlyArray<string>): string | null => {
  const { name, adds, compile, pay } = language
  const own = join(folder, name, "src/payloom")
  const generate = ["-jar", jar, "generate", "-i", join(folder, "openapi.json"), "-o", own, "-g"]
  const made = done({ command: "java", args: [...generate, ...language.generator] }, folder)
  if (made === null) return null
  for (const [path, text] of Object.entries(adds)) {
    mkdirSync(dirname(join(own, path)), { recursive: true })
    writeFileSync(join(own, path), text)
  }
  if (compile(own).some((step) => done(step, own) === null)) return null
  if (pay === null) return "compiles against declarations of the libraries that Debian lacks"
  const status = done(pay(own, given), own)?.trim() ?? null
  return status === "succeeded" ? "compiles, and made and read a payment" : null
}

const main = async (): Promise<boolean> => {
  const missing = languages.filter(({ needs }) => !needs.every(isThere))
  for (const { name, debian } of missing) tell(`miss  ${name}: apt-get install ${debian}`)
  if (!isThere({ command: "java", args: ["-version"] })) {
    tell("miss  the generator runs on Java: apt-get install default-jre-headless")
    return false
  }
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(openApi30(openApiDocument())))
  const jar = installGenerator()
  if (jar === null) return false
  const { given, stop } = await startServer()
  const results = languages
    .filter((language) => !missing.includes(language))
    .map((language) => {
      const result = tried(jar, language, given)
      tell(`${result === null ? "FAIL" : "ok  "}  ${language.name}: ${result ?? "see above"}`)
      return result !== null
    })
  stop()
  return results.every(Boolean) && missing.length === 0
}

const isWell = await main()
rmSync(folder, { recursive: true, force: true })
process.exitCode = isWell ? 0 : 1
