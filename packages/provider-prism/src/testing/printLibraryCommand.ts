import { libraryCommand } from "./libraryCommand.ts"

/** Prints the way to start programs that load the library, as JSON. */
process.stdout.write(JSON.stringify(libraryCommand()))
