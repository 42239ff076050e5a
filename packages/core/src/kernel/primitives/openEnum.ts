import { Schema } from "effect"

/**
 * An enumeration as answers carry it: its known members, and any other text, since a newer engine
 * may answer with members that this one doesn't know (spec 9). Its type suggests the known ones and
 * makes a `switch` say what becomes of others. Records, machines and inputs take the literals.
 */
export const openEnum = <const Known extends ReadonlyArray<string>>(
  known: Schema.Literals<Known>
) => Schema.Union([known, Schema.StringForLiteralAutocomplete])
