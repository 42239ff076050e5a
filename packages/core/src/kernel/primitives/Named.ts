/**
 * A union under the name of its alias. Editors show an inferred union as the list of its members.
 * If an alias makes the union itself, they show the name of the alias.
 */
export type Named<Member> = Member extends unknown ? Member : never
