import { defineCommand } from "../../command/Command.ts"
import { requiredText } from "../../command/options.ts"

/** The command that prints a completion script. */
export const completionCommand = defineCommand({
  name: "completion",
  summary: "Print a script that completes commands and options in a shell.",
  needs: "nothing",
  arguments: {
    shell: requiredText("The shell.", { choices: ["bash", "zsh", "fish", "powershell"] })
  },
  options: {},
  examples: [
    { run: "completion bash", does: "Load it with: source <(payloom completion bash)" },
    { run: "completion fish", does: "Save it as ~/.config/fish/completions/payloom.fish" }
  ],
  load: async () => (await import("./completion.ts")).completion
})
