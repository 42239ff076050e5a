import { expect, it } from "vitest"
import { webhookReceiver } from "./webhookReceiver.ts"

const secret = `whsec_${btoa("a secret of thirty-two bytes, ok")}`

it.each([
  ["an empty secret", ""],
  ["an absent secret", undefined],
  ["no secrets", []],
  ["an empty one of two secrets", [secret, ""]],
  ["a secret that is not one", "whsec_not base 64!"],
  ["a text of base64 without whsec_", btoa("a secret of thirty-two bytes, ok")]
])("a webhook receiver is refused with %s, and names the option", (_, given) => {
  expect(() => webhookReceiver({ secret: given as string })).toThrow(/^secret: must /)
})
