/**
 * The completion script of Bash. It runs `payloom complete -- …` with the typed words, and never
 * evaluates them. Without a suggestion Bash completes names of files.
 */
export const bashScript = `# bash completion for payloom
_payloom() {
  local current=\${COMP_WORDS[COMP_CWORD]} word rest
  COMPREPLY=()
  while IFS=$'\\t' read -r word rest; do
    [[ -n $word && $word != :* && $word == "$current"* ]] && COMPREPLY+=("$word")
  done < <(payloom complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _payloom payloom
`

/** The completion script of Zsh, in the same way. It needs compinit. */
export const zshScript = `#compdef payloom
# zsh completion for payloom
_payloom() {
  local line
  local -a found
  for line in "\${(@f)$(payloom complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line && $line != :* ]] || continue
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#found )); then _describe payloom found; else _files; fi
}
compdef _payloom payloom
`
