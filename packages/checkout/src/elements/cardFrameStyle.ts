import { css } from "lit"

/** The style of a frame with card fields, and of the message in its place. */
export const cardFrameStyle = css`
  :host {
    display: block;
  }
  iframe {
    /* The frame keeps room for the ring around its fields. */
    width: calc(100% + 6px);
    margin: -3px;
    border: 0;
  }
  /* A frame is transparent only if it has the color scheme of its page. */
  iframe.light {
    color-scheme: light;
  }
  iframe.dark {
    color-scheme: dark;
  }
  iframe.light.dark {
    color-scheme: light dark;
  }
  iframe.opening {
    visibility: hidden;
  }
  iframe.failed {
    display: none;
  }
  .slow,
  .failure {
    font-size: 14px;
  }
  /* Most frames load within a second. */
  .slow {
    position: absolute;
    margin: 0;
    opacity: 0;
    animation: appear 0s 1s forwards;
  }
  @keyframes appear {
    to {
      opacity: 1;
    }
  }
  .failure {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 12px;
  }
  .failure p {
    margin: 0;
  }
  .failure button {
    min-height: 44px;
    padding: 8px 16px;
    border: 1px solid var(--line, currentcolor);
    border-radius: 8px;
    background: none;
    color: inherit;
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  .failure button:focus-visible {
    outline: 3px solid var(--accent, currentcolor);
    outline-offset: 2px;
  }
`
