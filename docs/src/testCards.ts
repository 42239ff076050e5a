import { type TestCard, testCards } from "@payloom/testkit"

const row = ({ name, number, brand, funding, country, does }: TestCard): string =>
  `| \`${name}\` | \`${number}\` | ${brand} | ${funding} | ${country} | ${does} |`

/** `test-cards.md`: the cards of the sandbox. */
export const testCardTable = (): string => `# Test cards

The sandbox of \`@payloom/testkit\` knows these cards. Any expiry in the future and any security
code will do. A card whose expiry has passed is declined as \`expired_card\`, whichever it is. None
of the numbers belongs to anybody.

A test takes a card by its name, \`await box.encryptCard("insufficient_funds")\`, and gets what the
card field in a browser makes of it.

| Name | Number | Brand | Funding | Country | What paying with it does |
|---|---|---|---|---|---|
${Object.values(testCards).map(row).join("\n")}
`
