import { TaggedError } from "../values/TaggedError.ts"

/** No such resource of this tenant in this mode. */
export class ResourceNotFound extends TaggedError("ResourceNotFound")<{
  /** The kind of resource, as its `object` field names it. */
  readonly object: string
  /** The id that was asked for, as it was given. */
  readonly id: string
}> {
  override get message(): string {
    const what = `${this.object} ${shown(this.id)}`
    return `This tenant has no ${what} in this mode: check the id, the tenant and the mode.`
  }
}

/** An id as it was given, unless it is something else: a message repeats nothing of that. */
const shown = (id: string): string =>
  /^[a-z]{1,12}_[0-9A-Z]{26}$/.test(id) ? id : "with the id given"
