/** The style of the card fields, in the colours of `paint`. */
export const cardFieldsStyle = `
  :root {
    background: transparent;
  }
  body {
    margin: 0;
    /* Room for the ring around what has the focus. */
    padding: 3px;
    color: var(--ink);
    font: 16px/1.45 system-ui, sans-serif;
  }
  form {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 14px;
  }
  .number,
  .field:only-child {
    grid-column: 1 / -1;
  }
  label {
    display: block;
    margin-block-end: 4px;
    font-size: 14px;
    font-weight: 600;
  }
  .box {
    position: relative;
    display: block;
  }
  input {
    box-sizing: border-box;
    width: 100%;
    min-height: 46px;
    padding: 10px 12px;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--surface);
    color: inherit;
    font: inherit;
    font-variant-numeric: tabular-nums;
  }
  /* Numbers run from left to right everywhere, and stand at the side of their label. */
  [dir="rtl"] input {
    text-align: right;
  }
  input::placeholder {
    color: var(--quiet);
    opacity: 1;
  }
  input:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  input[aria-invalid="true"] {
    border-color: var(--wrong);
  }
  .bare body {
    padding: 0;
  }
  .bare input {
    border: 0;
    background: transparent;
  }
  /* The page around draws the ring and the box. */
  .bare input:focus-visible {
    outline: none;
  }
  .bare label {
    margin: 0;
    padding: 8px 12px 0;
  }
  .bare p {
    margin: 0;
    padding: 0 12px 8px;
  }
  .brand {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 12px;
    display: flex;
    align-items: center;
    color: var(--quiet);
    font-size: 13px;
    font-weight: 600;
    pointer-events: none;
  }
  p {
    margin: 4px 0 0;
    color: var(--wrong);
    font-size: 14px;
  }
`
