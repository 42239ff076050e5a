/** Sources of the scripts that a card vault and an issuer bring; here they are the sandbox's. */
export const sandboxSources = {
  cardFieldsScript: new URL("./browser/cardFields.ts", import.meta.url),
  challengeScript: new URL("./browser/challenge.ts", import.meta.url)
}
