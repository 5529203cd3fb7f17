const maxLength = 20_480;

/** The beginning of a secret, enough to tell two apart. */
export function maskSecret(secret: string): string {
  return secret === '' ? '' : `${secret.slice(0, 3)}… (${secret.length} characters)`;
}

/** Text of at most 20 KB, and a note where something was cut off. */
export function truncateText(text: string): { text: string; note?: string } {
  if (text.length <= maxLength) return { text };
  const kilobytes = Math.round(text.length / 1024);
  return { text: text.slice(0, maxLength), note: `The first 20 KB of ${kilobytes} KB.` };
}
