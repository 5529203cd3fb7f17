import { createHmac, randomBytes } from 'node:crypto';

/** Beyond guessing, and without an end: what stops mails has to work in the oldest one. */
export const newSecret = () => randomBytes(32).toString('base64url');

type Keyed = { readonly id: string; readonly stop_key: string };

/** Proves that whoever has it got the mail to the address. */
export const confirmMac = (stopKey: string) =>
  createHmac('sha256', stopKey).update('confirm').digest('base64url');

export function confirmLink(origin: string, { id, stop_key }: Keyed): string {
  return `${origin}/alerts/confirm/${id}/${confirmMac(stop_key)}`;
}

/** Stops all mails to an address, or its letter only. */
export function stopLink(origin: string, stopKey: string, only?: 'letter'): string {
  return `${origin}/alerts/stop/${stopKey}${only === undefined ? '' : `?only=${only}`}`;
}

export function feedLink(origin: string, key: string): string {
  return `${origin}/api/alerts/feed/${key}`;
}
