import { resolve } from "node:path"
import type { Terminal } from "../command/Terminal.ts"
import { isOtherAddress, isPostgres } from "../storageAt.ts"

/** Returns the path of a file that a person named. The address of a database stays as it is. */
export const fileAt = ({ cwd }: Pick<Terminal, "cwd">, name: string): string =>
  isPostgres(name) || isOtherAddress(name) ? name : resolve(cwd, name)
