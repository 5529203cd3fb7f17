/**
 * Converts a contact to the address of a link: `help@example.org` to `mailto:help@example.org`; an address that begins
 * with https:// stays. Undefined for other text.
 */
export function toContactLink(contact: string): string | undefined {
  if (/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(contact)) return `mailto:${contact}`;
  return contact.startsWith('https://') && URL.canParse(contact) ? contact : undefined;
}
