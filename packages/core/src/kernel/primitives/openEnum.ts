import { Schema } from "effect"

/**
 * Creates an open enumeration for answers: the known members and any other text, because a newer
 * engine may answer with new members. Its type suggests the known members, and makes a `switch`
 * handle others. Records, machines and inputs use the closed enumeration.
 */
export const openEnum = <const Known extends ReadonlyArray<string>>(
  known: Schema.Literals<Known>
) => Schema.Union([known, Schema.StringForLiteralAutocomplete])
