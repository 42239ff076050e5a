import { type Cause, Data, type Types } from "effect"

/** The base class of errors. The constructor takes all fields as one object. */
export interface TaggedErrorClass<Tag extends string> {
  new <Fields extends object = object>(
    fields: Types.VoidIfEmpty<Fields>
  ): Cause.YieldableError & {
    /** The name of the class, for programs. */
    readonly _tag: Tag
  } & Fields
}

/**
 * Effect's `Data.TaggedError` with the fields as they are declared, so that an editor shows what is
 * written above them: TypeScript 7 forgets that of a mapped type.
 *
 * @example
 * class KeyTaken extends TaggedError("KeyTaken")<{
 *   // What was asked for.
 *   readonly key: string
 * }> {}
 */
export const TaggedError = <Tag extends string>(tag: Tag): TaggedErrorClass<Tag> =>
  Data.TaggedError(tag) as TaggedErrorClass<Tag>
