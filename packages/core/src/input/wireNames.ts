import { InvalidInput } from "./InvalidInput.ts"

/** A field of ours as it is spelled on the wire: `successUrl` is `success_url` there. */
export const wireName = (field: string): string =>
  field.replace(/[a-z0-9][A-Z]/g, ([before, after]) => `${before}_${after?.toLowerCase()}`)

/** A sentence of ours, whose words in camel case are all names of fields. */
export const respelled = (sentence: string): string =>
  sentence.replace(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g, wireName)

/** Errors that name fields as the wire does already. */
const spelledForWire = new WeakSet<InvalidInput>()

/** Marks an error as one that names fields as the wire does. */
export const asOnWire = (error: InvalidInput): InvalidInput => {
  spelledForWire.add(error)
  return error
}

/** A refusal of an operation, which names fields as the library does, for who sent wire names. */
export const inWireNames = (error: InvalidInput): InvalidInput => {
  if (spelledForWire.has(error)) return error
  const { code, param, message, issues } = error
  return asOnWire(
    new InvalidInput({
      code,
      param: param === null ? null : wireName(param),
      message: respelled(message),
      issues: issues.map((issue) => ({
        ...issue,
        param: issue.param === null ? null : wireName(issue.param),
        message: respelled(issue.message)
      }))
    })
  )
}
