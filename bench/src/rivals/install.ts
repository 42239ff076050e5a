import { installRivals } from "./installed.ts"

installRivals()
process.stdout.write("The rivals are installed.\n")
