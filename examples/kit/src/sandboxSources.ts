/** Sources of what a card vault, an issuer and a bank bring; here they are the sandbox's. */
export const sandboxSources = {
  cardFieldsScript: new URL("./browser/cardFields.ts", import.meta.url),
  challengeScript: new URL("./browser/challenge.ts", import.meta.url),
  bankStyle: new URL("./browser/bank.css", import.meta.url)
}
