/** A piece of a text: plain, or an address to link to. */
export type TextPart = { readonly text: string; readonly href?: string };

/** Invisible marks that change the direction of text are no part of an address, which they could disguise. */
const addressCharacter = String.raw`[^\s<>"\u200e\u200f\u202a-\u202e\u2066-\u2069]`;
const addressPattern = new RegExp(
  String.raw`(?:https?://|mailto:)${addressCharacter}+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
  'giu',
);

/**
 * Splits a text at its web and e-mail addresses: `See https://example.org.` has the parts `See `, the link, and `.`.
 * Only http, https and mailto become links, and no address with a user name, which can pass for another host.
 */
export function splitTextLinks(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(addressPattern)) {
    const address = trimPunctuation(found);
    const href = toSafeHref(address);
    if (href === undefined) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Removes the punctuation of the sentence from the end of an address; a closing bracket stays with its opening one. */
function trimPunctuation(address: string): string {
  let trimmed = address;
  for (;;) {
    const last = trimmed.at(-1) ?? '';
    const opening = openings[last];
    const isBracket = opening !== undefined && count(trimmed, opening) < count(trimmed, last);
    if (!isBracket && !/[.,;:!?'’”»…*]/u.test(last)) return trimmed;
    trimmed = trimmed.slice(0, -1);
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

function toSafeHref(address: string): string | undefined {
  const isMailAddress = !/^(?:https?|mailto):/i.test(address);
  const wanted = isMailAddress ? `mailto:${address}` : address;
  if (!URL.canParse(wanted)) return undefined;
  const url = new URL(wanted);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'mailto:') return url.pathname.includes('@') ? url.href : undefined;
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}
