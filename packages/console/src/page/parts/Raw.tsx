/** A text as it was sent or stored, with its own line breaks and its own direction. */
export const Raw = ({ children }: { children: string }) => (
  <pre class="raw" dir="auto">
    {children}
  </pre>
)
