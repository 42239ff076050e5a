import type { Command, CommandGroup } from "../command/Command.ts"
import { alertCommands } from "./alerts/commands.ts"
import { auditCommand } from "./audit/commands.ts"
import { backupCommand } from "./backup/commands.ts"
import { cellCommands } from "./cells/commands.ts"
import { clientCommand } from "./client/commands.ts"
import { completionCommand } from "./completion/commands.ts"
import { copyCommand } from "./copy/commands.ts"
import { doctorCommand } from "./doctor/commands.ts"
import { eventCommands } from "./events/commands.ts"
import { importCommands } from "./import/commands.ts"
import { initCommand } from "./init/commands.ts"
import { jobsCommand } from "./jobs/commands.ts"
import { keyCommands } from "./keys/commands.ts"
import { ledgerCommands } from "./ledger/commands.ts"
import { midCommands } from "./mids/commands.ts"
import { notificationCommands } from "./notifications/commands.ts"
import { paymentCommands } from "./payments/commands.ts"
import { reconcileCommand } from "./reconcile/commands.ts"
import { restoreCommand } from "./restore/commands.ts"
import { ruleCommands } from "./rules/commands.ts"
import { startCommand } from "./start/commands.ts"
import { subscriptionCommands } from "./subscriptions/commands.ts"
import { webhookCommands } from "./webhooks/commands.ts"

/** Every command, in the order of the help. */
export const allCommands: ReadonlyArray<Command | CommandGroup> = [
  paymentCommands,
  subscriptionCommands,
  eventCommands,
  webhookCommands,
  ledgerCommands,
  midCommands,
  ruleCommands,
  keyCommands,
  jobsCommand,
  alertCommands,
  notificationCommands,
  doctorCommand,
  auditCommand,
  startCommand,
  initCommand,
  clientCommand,
  backupCommand,
  restoreCommand,
  reconcileCommand,
  copyCommand,
  cellCommands,
  importCommands,
  completionCommand
]
