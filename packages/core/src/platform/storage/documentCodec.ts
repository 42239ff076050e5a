import type { SchemaAST } from "effect"
import {
  broughtUpToDate,
  type DocumentVersions,
  newestVersion,
  withVersion
} from "./DocumentStep.ts"

/** Where a row holds bigints: by field, by item of an array, or right here. */
type BigIntPlaces =
  | { readonly _tag: "Here" }
  | {
      readonly _tag: "Fields"
      readonly fields: ReadonlyArray<{ readonly name: string; readonly inner: BigIntPlaces }>
    }
  | { readonly _tag: "Items"; readonly items: BigIntPlaces }

/** Finds the bigints of a schema's type; null where it has none. */
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
 * The places of either variant of a union. A field is a bigint in all variants that have it, or in
 * none: which variant a stored text is of can't be told from its strings.
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

/** The value with its bigints as strings; what holds none is shared, not copied. */
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

/** The value with those strings as bigints again, changed in place: nobody else has seen it. */
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
 * Rows as JSON text and back. Rows are checked when they come in at the edge and typed from there
 * on, so a stored row is not decoded again: only its bigints change their form. One of an older
 * version goes through the steps since then.
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
