/**
 * Sources of the card vault's, the issuer's and the bank's pages. Here the sandbox has these roles.
 */
export const sandboxSources = {
  cardFieldsScript: new URL("./browser/cardFields.ts", import.meta.url),
  challengeScript: new URL("./browser/challenge.ts", import.meta.url),
  bankStyle: new URL("./browser/bank.css", import.meta.url)
}
