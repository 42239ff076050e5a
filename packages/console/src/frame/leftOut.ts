import { Refused } from "./refusals.ts"

/** Returns the service of a module. Refused if the engine was made without the module. */
export const serviceOf = <A>(service: A | undefined, what: string): A => {
  if (service !== undefined) return service
  throw new Refused(404, "module_left_out", `This engine was made without ${what}.`)
}
