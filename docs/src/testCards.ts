import { sandboxApms, type TestCard, testCards } from "@payloom/testkit"

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

## Other ways to pay

The wallet \`sandbox_wallet\` hands out a test card by its name, \`box.walletPayload("approved")\`,
and goes as that card does. The alternative methods are these; the payer's answer at the bank is
\`box.bank.payerAnswers(attempt, true)\` in a test, and a page in the examples.

| Name | What paying with it does |
|---|---|
${Object.entries(sandboxApms)
  .map(([name, does]) => `| \`${name}\` | ${does} |`)
  .join("\n")}
`
