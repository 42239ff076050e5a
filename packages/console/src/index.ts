/**
 * Payloom's console for operators, as a web-standard handler.
 *
 * @packageDocumentation
 */
export type { Console, ConsoleLog, ConsoleOptions } from "./ConsoleOptions.ts"
export type { ConsoleUser, Role } from "./ConsoleUser.ts"
export { createConsole } from "./createConsole.ts"
export type { ConsoleEngine } from "./Room.ts"
export { withPassword } from "./signIn/withPassword.ts"
