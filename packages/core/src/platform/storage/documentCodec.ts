import type { SchemaAST } from "effect"
import {
  broughtUpToDate,
  type DocumentVersions,
  newestVersion,
  withVersion
} from "./DocumentStep.ts"

/** The places of bigints in a row: the value itself, fields, or the items of an array. */
type BigIntPlaces =
  | { readonly _tag: "Here" }
  | {
      readonly _tag: "Fields"
      readonly fields: ReadonlyArray<{ readonly name: string; readonly inner: BigIntPlaces }>
    }
  | { readonly _tag: "Items"; readonly items: BigIntPlaces }

/** Finds the bigints of a schema's type. Null if there are none. */
const placesIn = (ast: SchemaAST.AST): BigIntPlaces | null => {
  switch (ast._tag) {
    case "BigInt":
      return { _tag: "Here" }
    case "Objects": {
      const fields = ast.propertySignatures.flatMap(({ name, type }) => {
        const places = placesIn(type)
        return places === null ? [] : [{ name: String(name), inner: places }]
      })
      return fields.length === 0 ? null : { _tag: "Fields", fields }
    }
    case "Arrays": {
      const items = ast.rest[0] === undefined ? null : placesIn(ast.rest[0])
      return items === null ? null : { _tag: "Items", items }
    }
    case "Union":
      return ast.types.map(placesIn).reduce(merged, null)
    default:
      return null
  }
}

/**
 * Merges the places of two variants of a union. A field must be a bigint in all variants that have
 * it, or in none, because strings don't show which variant a stored text is of.
 */
const merged = (left: BigIntPlaces | null, right: BigIntPlaces | null): BigIntPlaces | null => {
  if (left?._tag !== "Fields" || right?._tag !== "Fields") return left ?? right
  const fields = new Map(left.fields.map(({ name, inner }) => [name, inner]))
  for (const { name, inner } of right.fields) {
    fields.set(name, merged(fields.get(name) ?? null, inner) ?? inner)
  }
  return { _tag: "Fields", fields: Array.from(fields, ([name, inner]) => ({ name, inner })) }
}

type Fields = Record<string, unknown>

/** Replaces bigints by strings. Values without bigints are shared, not copied. */
const toTexts = (value: unknown, places: BigIntPlaces): unknown => {
  if (value === null || value === undefined) return value
  switch (places._tag) {
    case "Here":
      return String(value)
    case "Items":
      return (value as ReadonlyArray<unknown>).map((item) => toTexts(item, places.items))
    case "Fields": {
      const copy: Fields = { ...(value as Fields) }
      for (const { name, inner } of places.fields) {
        const field = copy[name]
        if (typeof field === "bigint") copy[name] = field.toString()
        else if (field !== undefined) copy[name] = toTexts(field, inner)
      }
      return copy
    }
  }
}

/**
 * Replaces the strings by bigints again. It changes the value in place, because nobody else has it.
 */
const toBigInts = (value: unknown, places: BigIntPlaces): unknown => {
  if (value === null || value === undefined) return value
  switch (places._tag) {
    case "Here":
      return BigInt(value as string)
    case "Items": {
      const items = value as Array<unknown>
      for (const [at, item] of items.entries()) items[at] = toBigInts(item, places.items)
      return items
    }
    case "Fields": {
      const fields = value as Fields
      for (const { name, inner } of places.fields) {
        if (fields[name] !== undefined) fields[name] = toBigInts(fields[name], inner)
      }
      return fields
    }
  }
}

/**
 * Creates a codec between rows and JSON text. Rows are checked at the edge and typed from there on,
 * so a stored row is not checked again. Only its bigints are converted. A row of an older version
 * goes through the steps since that version.
 */
export const documentCodec = <R>(ast: SchemaAST.AST, versions: DocumentVersions) => {
  const places = placesIn(ast)
  const version = newestVersion(versions)
  return {
    version,
    encode: (row: R): string =>
      withVersion(JSON.stringify(places === null ? row : toTexts(row, places)), version),
    decode: (document: string): R => {
      const parsed = broughtUpToDate(JSON.parse(document), versions)
      return (places === null ? parsed : toBigInts(parsed, places)) as R
    }
  }
}
