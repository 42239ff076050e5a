import { css } from "lit"

/** Custom properties of the page around, such as `--payloom-accent`, take the place of these. */
export const checkoutStyle = css`
  :host {
    display: block;
    color-scheme: light dark;
    --ink: var(--payloom-ink, light-dark(#1b2430, #eef1f6));
    --quiet: var(--payloom-quiet, light-dark(#566173, #a5b0c0));
    --accent: var(--payloom-accent, light-dark(#2450d6, #8fb0ff));
    --on-accent: var(--payloom-on-accent, light-dark(#fff, #0c1730));
    --wrong: light-dark(#b3261e, #ffb4ab);
    --right: light-dark(#13713c, #7fdca4);
    color: var(--ink);
    font: 16px/1.45 system-ui, sans-serif;
  }
  .checkout,
  .form {
    display: grid;
    gap: 18px;
  }
  [hidden] {
    display: none;
  }
  h2,
  p {
    margin: 0;
  }
  h2 {
    font-size: 18px;
  }
  header h2 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  header h2,
  .notice h2 {
    font-size: 16px;
  }
  .badge {
    padding: 1px 8px;
    border: 1px solid currentcolor;
    border-radius: 99px;
    color: var(--quiet);
    font-size: 13px;
    font-weight: 500;
  }
  .amount {
    margin-block-start: 4px;
    font-size: 34px;
    font-weight: 650;
    letter-spacing: -0.01em;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .quiet {
    color: var(--quiet);
  }
  .small {
    font-size: 14px;
  }
  button {
    min-height: 48px;
    padding: 10px 16px;
    border: 0;
    border-radius: 8px;
    background: var(--accent);
    color: var(--on-accent);
    font: inherit;
    font-weight: 650;
    cursor: pointer;
  }
  button:disabled {
    opacity: 0.6;
    cursor: progress;
  }
  a {
    justify-self: start;
    padding-block: 4px;
    color: var(--accent);
  }
  button:focus-visible,
  a:focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  .notice {
    padding: 12px 14px;
    border: 1px solid var(--wrong);
    border-inline-start-width: 4px;
    border-radius: 8px;
  }
  .notice h2 {
    color: var(--wrong);
  }
  .notice:focus,
  .status:focus {
    outline: none;
  }
  .status {
    display: grid;
    gap: 6px;
    padding-block: 8px;
  }
  /* Still there for who listens: news is read out where it appears. */
  .notice:empty,
  .status:empty {
    position: absolute;
    padding: 0;
    border: 0;
  }
  .tick {
    width: 44px;
    padding: 6px;
    box-sizing: border-box;
    border: 2px solid var(--right);
    border-radius: 50%;
    fill: none;
    stroke: var(--right);
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  iframe.challenge {
    width: 100%;
    height: 400px;
    border: 0;
    border-radius: 8px;
    color-scheme: light dark;
  }
  .spinner {
    width: 36px;
    height: 36px;
    box-sizing: border-box;
    border: 4px solid var(--accent);
    border-block-start-color: transparent;
    border-radius: 50%;
    animation: turn 1s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 360deg;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation-duration: 6s;
    }
  }
`
