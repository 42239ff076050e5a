import { commandReference, type DocumentedParameter } from "@payloom/cli"

/** Returns the reference of the command line, from the definitions of its commands. */
export const commands = (): string => {
  const sections = commandReference().map(
    ({ name, usage, summary, description, recorded, parameters, examples }) =>
      [
        `## ${name}`,
        `\`payloom ${name}${usage === "" ? "" : ` ${usage}`}\``,
        [summary, description, recorded].filter((text) => text !== "").join(" "),
        ...(parameters.length === 0 ? [] : [tableOf(parameters)]),
        ["```sh", ...examples.map(({ run, does }) => `payloom ${run}   # ${does}`), "```"].join(
          "\n"
        )
      ].join("\n\n")
  )
  return `# Commands

The commands of \`payloom\`. [The command line](../operating/command-line.md) says how to use them.

${sections.join("\n\n")}
`
}

const tableOf = (parameters: ReadonlyArray<DocumentedParameter>): string =>
  [
    "| Argument or option | Meaning |",
    "|---|---|",
    ...parameters.map(({ shown, summary, choices }) => {
      const known = choices.map((choice) => `\`${choice}\``).join(", ")
      return `| \`${shown}\` | ${summary}${known === "" ? "" : ` One of ${known}.`} |`
    })
  ].join("\n")
