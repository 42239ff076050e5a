/** A bar beside a number, which screen readers skip. */
export const Share = ({ part, tone }: { part: number; tone: "good" | "bad" }) => (
  <svg class={`share ${tone}`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="6" rx="1" />
    <rect class="part" width={Math.max(1, Math.round(part * 100))} height="6" rx="1" />
  </svg>
)
