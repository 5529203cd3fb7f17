const maxLength = 20_480;

/** Masks a secret: `pk.abcdefgh` → `pk.… (11 characters)`. */
export function maskSecret(secret: string): string {
  return secret === '' ? '' : `${secret.slice(0, 3)}… (${secret.length} characters)`;
}

/** Truncates a text to 20 KB, with a note if something was cut off. */
export function truncateText(text: string): { text: string; note?: string } {
  if (text.length <= maxLength) return { text };
  const kilobytes = Math.round(text.length / 1024);
  return { text: text.slice(0, maxLength), note: `The first 20 KB of ${kilobytes} KB.` };
}
