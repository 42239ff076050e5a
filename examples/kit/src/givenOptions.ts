import { type ParseArgsOptionsConfig, parseArgs } from "node:util"

/**
 * Returns the options that this program was started with. Prints all options for `--help`, or
 * after a complaint about an option that does not exist, and ends the program.
 */
export const givenOptions = <const Options extends ParseArgsOptionsConfig>(options: Options) => {
  if (process.argv.includes("--help")) {
    process.stdout.write(listOf(options))
    process.exit(0)
  }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    const [complaint] = String(error instanceof Error ? error.message : error).split(/\. |\n/)
    process.stderr.write(`${complaint}.\n\n${listOf(options)}`)
    process.exit(2)
  }
}

const listOf = (options: ParseArgsOptionsConfig): string => {
  const lines = Object.entries(options).map(([name, { type, default: usual }]) => {
    const option = `--${name}${type === "string" ? " VALUE" : ""}`
    const isTold = usual !== undefined && usual !== false && usual !== ""
    return `  ${option.padEnd(26)}${isTold ? `default: ${usual}` : ""}`.trimEnd()
  })
  return lines.length > 0 ? `Options:\n${lines.join("\n")}\n` : "It takes no options.\n"
}
