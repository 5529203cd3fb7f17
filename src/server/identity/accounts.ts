import { scrypt, timingSafeEqual } from 'node:crypto';
import { type DemoAccount, demoAccounts } from '#config/identity.ts';

/** Salt and scrypt hash (N 16384, r 8, p 1, 32 bytes) of each password, by e-mail address. */
const passwords = new Map([
  ['demo@example.org', 'W6ed7aw3i9pLWZGfn-N8qQ.HVX7fPVf98z_1d5949JzDqu8x4iugewmnANpvj9mlpA'],
  ['developer@example.org', '1w68wHdAlTV5B3Q3P9iUMg.8mSUbBes6FkFX0HWgS86UZVVdMH9sjT1fejVnU1G55g'],
  ['administrator@example.org', 'cEM4Ifd8GC-urpHXLvBDvA.wVjXFx9oJ1KSl1xl8eViuwEEEMTL8lEv7uCS7pTuwOw'],
  ['user@example.org', 'om_WSjCq2CXebkbIn845gQ.M4hq5FPV5RK553jSXfDGCaha2FWaseKdfZR1ZRnlO0Q'],
]);
/** Hash of a random password, checked for unknown addresses so that they take as long as known ones. */
const dummyPassword = 'EfbYb9EpcW4WYtpi54qR7g.rO7uVRxcXBnhxihYtPLQZbfJb2cdldoRPjyT85EssnY';

export const wrongCredentials = 'Please check your email and password';

/** Finds the account with this address and password. */
export async function findByCredentials(email: string, password: string): Promise<DemoAccount | undefined> {
  const address = normalizeEmail(email);
  const account = demoAccounts.find((each) => each.email === address);
  const matches = await isPassword(password, passwords.get(address) ?? dummyPassword);
  return matches ? account : undefined;
}

/** An address as an account has it, however it was typed. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase().slice(0, 200);
}

export function findBySubject(subject: string): DemoAccount | undefined {
  return demoAccounts.find((account) => account.subject === subject);
}

/** The account of the mock sign-in. */
export const [mockSignInAccount] = demoAccounts;

function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt, expected] = stored.split('.').map((part) => Buffer.from(part, 'base64url'));
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  if (!salt || !expected) return Promise.resolve(false);
  scrypt(password, salt, expected.length, (error, derived) =>
    error ? reject(error) : resolve(timingSafeEqual(derived, expected)),
  );
  return promise;
}
