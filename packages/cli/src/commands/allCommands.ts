import type { Command, CommandGroup } from "../command/Command.ts"
import { copyCommand } from "./copy/commands.ts"
import { paymentCommands } from "./payments/commands.ts"

/** Every command, in the order of the help. `backup` and `reconcile` register here too. */
export const allCommands: ReadonlyArray<Command | CommandGroup> = [paymentCommands, copyCommand]
