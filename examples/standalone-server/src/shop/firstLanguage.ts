/** Returns the browser's preferred language. */
export const firstLanguage = (accepted: string | undefined): string =>
  /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/.exec(accepted ?? "")?.[0] ?? "en"
