import { Schema } from "effect"
import { freeText } from "./FreeText.ts"
import { refusedAs } from "./RefusalCode.ts"

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
const mailbox = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, "i")

/** The longest address that mail can be delivered to (RFC 5321). */
const maxLength = 254

/** An email address of at most 254 characters. It is kept as it is written. */
export const EmailAddress = freeText(maxLength).check(
  Schema.makeFilter((text: string) => mailbox.test(text), {
    ...refusedAs("parameter_invalid", "an email address, such as ada@shop.example"),
    format: "email"
  })
)
