import { notOffered, type ProcessorRow, processorRows } from "@payloom/provider-prism"
import { points } from "./wrapped.ts"

const yes = (is: boolean): string => (is ? "yes" : "no")

const hoursOf = (hours: number): string => {
  if (hours === 0) return "none"
  return hours > 24 ? `${hours / 24} days` : `${hours} hours`
}

const cardsOf = ({ refusesRelay, takesTokens }: ProcessorRow): string =>
  [refusesRelay === null ? "relay" : null, takesTokens ? "tokens" : null]
    .filter((way) => way !== null)
    .join(", ")

const abilities = (row: ProcessorRow): string => {
  const { capabilities: can, asksPayers, passesThreeDs, framesAgreements, checksCards } = row
  const cells = [
    `${row.title} (\`${row.name}\`)`,
    cardsOf(row),
    yes(typeof row.networkTokens !== "string"),
    yes(asksPayers),
    yes(passesThreeDs !== "none"),
    yes(can.manualCapture),
    can.refunds,
    yes(framesAgreements),
    yes(checksCards),
    hoursOf(can.dedupesForHours),
    yes(can.lookup),
    can.currencies === "any" ? "any" : String(can.currencies.length)
  ]
  return `| ${cells.join(" | ")} |`
}

const columns = [
  "Processor",
  "Cards",
  "Network tokens",
  "3-D Secure by a page",
  "3-D Secure by your server",
  "Holds",
  "Refunds",
  "Agreements",
  "Checks of cards",
  "Recognizes repeats for",
  "Look-up by our reference",
  "Currencies"
]

const factsOf = (row: ProcessorRow): string => {
  const { title, repeats, lookup, notifications, networkTokens } = row
  const facts = {
    Repeats: repeats,
    "Look-ups": lookup,
    Notifications: notifications,
    ...(typeof networkTokens === "string" ? {} : { "Network tokens": networkTokens })
  }
  const rows = Object.entries(facts).map(([name, fact]) =>
    fact === null
      ? `| ${name} | none by our reference | |`
      : `| ${name} | ${fact.says} | [${fact.read ?? "not read"}](${fact.source}) |`
  )
  return `### ${title}\n\n| | What its documents say | Read on |\n|---|---|---|\n${rows.join("\n")}`
}

const withoutNetworkTokens = ({ title, networkTokens }: ProcessorRow): ReadonlyArray<string> =>
  typeof networkTokens === "string" ? [`| ${title} | ${networkTokens} |`] : []

/** Returns the text of `processors.md`, the processors of `@payloom/provider-prism`. */
export const processors = (): string => {
  const rows = processorRows()
  return `# Processors through hyperswitch-prism

\`@payloom/provider-prism\` charges at these processors. [The guide](../connectors/prism.md)
sets it up. Each row passes the contract of connectors against a fake of the processor.

| ${columns.join(" | ")} |
|${"---|".repeat(columns.length)}
${rows.map(abilities).join("\n")}

${points(
  "**Cards**: with `relay`, a card of your own vault is charged through its relay. With `tokens`, \
  your vault returns the processor's own token of the card.",
  "**Network tokens**: the network token of a vault's card is charged in place of its number. \
  [The reasons](#network-tokens) of the others are below.",
  "**3-D Secure by your server**: the result of your own 3DS server is passed on. Without this, \
  such a charge is refused before it is sent.",
  "**Agreements**: charges that the merchant starts are marked for the schemes. Without this, such \
  a charge is refused before it is sent.",
  "**Recognizes repeats for**: a call that is sent again within this time is carried out once."
)}

## Safety

A charge is offered only if a repeat is recognized by our reference, or if the charge can be found
by it. The date is the day on which the document was read, or the date that the document bears.
"Not read" stands beside a statement whose page couldn't be read in full.

${rows.map(factsOf).join("\n\n")}

## Network tokens

These processors charge no network token of your vault. A card with one is charged by its number,
or by the processor's own token:

| Processor | Why its network token isn't charged |
|---|---|
${rows.flatMap(withoutNetworkTokens).join("\n")}

## Not offered

The library knows more processors. These were examined:

| Processor | Why it is not offered |
|---|---|
${notOffered.map(({ title, because }) => `| ${title} | ${because} |`).join("\n")}
`
}
