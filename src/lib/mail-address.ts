/** RFC 5321, 4.5.3.1. */
const longest = { address: 254, local: 64 } as const;
const localPart = /^[a-z\d!#$&'*+/=?^_{|}~-]+(\.[a-z\d!#$&'*+/=?^_{|}~-]+)*$/i;
/** Its last label is no number, so that it is no IP address. */
const hostName = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])?$/;

/**
 * Reads one plain e-mail address; spaces around it are left out, and its host becomes lower-case ASCII. Undefined for what
 * mail servers read in different ways: comments, quotation marks, lists, groups, a name before the address, line breaks,
 * IP addresses and hosts without a dot.
 * @example parseMailAddress(' ann@Büro.example ') // 'ann@xn--bro-hoa.example'
 */
export function parseMailAddress(text: string): string | undefined {
  const parts = text.replace(/^ +| +$/g, '').split('@');
  const [local = '', given = ''] = parts;
  if (parts.length !== 2 || local.length > longest.local || !localPart.test(local)) return undefined;
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(given)) return undefined;
  const host = URL.parse(`http://${given}`)?.hostname ?? '';
  const address = `${local}@${host}`;
  return hostName.test(host) && address.length <= longest.address ? address : undefined;
}

export type Mailbox = { readonly name: string; readonly address: string };

/** Reads `portal@example.org` or `Water portal <portal@example.org>`; undefined for other text. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', inner] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? [];
  const address = parseMailAddress(inner ?? text);
  return address === undefined ? undefined : { name: name.trim(), address };
}
