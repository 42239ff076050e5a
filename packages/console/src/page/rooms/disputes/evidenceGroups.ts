/** A field of evidence, as far as its group needs it. */
interface Grouped {
  readonly name: string
}

/** Fields of one kind, under one heading. */
export interface EvidenceGroup<Field> {
  readonly title: string
  readonly fields: ReadonlyArray<Field>
}

/** The title of the group that is open at first. */
export const mainGroup = "Explanation and messages"

/** The kinds of evidence, by how the names of their fields begin. */
const kinds: ReadonlyArray<readonly [title: string, names: RegExp]> = [
  ["Customer", /^(?:customer(?!Communication)|billingAddress)/],
  ["Product or service", /^(?:product|service|receipt|accessActivityLog)/],
  ["Shipping", /^shipping/],
  ["Refunds and cancellation", /^(?:refund|cancellation)/],
  ["Earlier charge", /^duplicate/]
]

/** The least number of fields that need headings. */
const many = 8

/**
 * Groups the fields of a long form by kind, such as all about shipping. A short form is one group,
 * and so is one whose fields have other names.
 */
export const evidenceGroups = <Field extends Grouped>(
  fields: ReadonlyArray<Field>
): ReadonlyArray<EvidenceGroup<Field>> => {
  const titleOf = ({ name }: Field) => kinds.find(([, names]) => names.test(name))?.[0] ?? mainGroup
  const found = Map.groupBy(fields, titleOf)
  if (fields.length < many || found.size === 1) return [{ title: "", fields }]
  return [mainGroup, ...kinds.map(([title]) => title)].flatMap((title) => {
    const own = found.get(title)
    return own === undefined ? [] : [{ title, fields: own }]
  })
}
