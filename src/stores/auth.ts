import { atom } from 'nanostores';

/** Who is at the browser. `unknown` until a stored session has been looked at. */
export type Session =
  | { status: 'unknown' }
  | { status: 'visitor' }
  | { status: 'signed-in'; user: { name: string; isDeveloper: boolean; isAdmin: boolean; isUser: boolean } };

export const $session = atom<Session>({ status: 'visitor' });
