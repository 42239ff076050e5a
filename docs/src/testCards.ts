import { sandboxApms, type TestCard, testCards } from "@payloom/testkit"

const row = ({ name, number, brand, funding, country, does }: TestCard): string =>
  `| \`${name}\` | \`${number}\` | ${brand} | ${funding} | ${country} | ${does} |`

/** Returns the text of `test-cards.md`, the cards of the sandbox. */
export const testCardTable = (): string => `# Test cards

The sandbox of \`@payloom/testkit\` has these cards. Use any expiry in the future and any security
code. Every card with a past expiry is declined as \`expired_card\`. No number belongs to
a real account.

A test names a card: \`await box.encryptCard("insufficient_funds")\`. It gets the ciphertext that
the card field in a browser would make.

| Name | Number | Brand | Funding | Country | Result |
|---|---|---|---|---|---|
${Object.values(testCards).map(row).join("\n")}

## Other ways to pay

The wallet \`sandbox_wallet\` contains a test card, which you choose by its name:
\`box.walletPayload("approved")\`. A wallet payment has the result of its card. With
\`sandbox({ decryptedWallets: true })\` the vault decrypts the wallet, and its number is charged.

The table lists the alternative methods. The payer answers at the bank: in a test with
\`box.bank.payerAnswers(attempt, true)\`, in the examples on a page.

| Name | Result |
|---|---|
${Object.entries(sandboxApms)
  .map(([name, does]) => `| \`${name}\` | ${does} |`)
  .join("\n")}
`
