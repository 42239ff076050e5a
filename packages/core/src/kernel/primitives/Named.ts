/**
 * A union under the name of its alias. Editors show a union that a schema infers as all of its
 * members; one that an alias makes itself they show by the alias's name.
 */
export type Named<Member> = Member extends unknown ? Member : never
