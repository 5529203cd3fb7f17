import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSecret, truncateText } from '#components/scripts/developer-tools.ts';
import { guardStorage } from '#lib/page/storage.ts';
import { describeClockOffset, describeDuration } from '#session/clock-offset.ts';
import { SessionNotStored } from '#session/session-core.ts';
import {
  describeSignInFailure,
  describeSignInFault,
  findSignInFault,
  parseReturnTo,
  returnToOfFailure,
  signInStep,
} from '#session/sign-in.ts';
import { blockedStorage, createFakeStorage, fullStorage } from '../../support/fake-storage.ts';
import { forAll } from '../../support/for-all.ts';

const origin = 'https://portal.example';
const able = { cookieEnabled: true, isSecure: true };
const hostile = fc.oneof(
  fc.string(),
  fc.webUrl(),
  fc
    .array(
      fc.constantFrom(
        '/',
        '\\',
        '//',
        '..',
        '.',
        '@',
        ':',
        '\t',
        '\n',
        '%2f',
        '%5c',
        'evil.example',
        '?',
        '#',
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
);

describe('a return address', () => {
  it('never leaves the origin, whatever it is made from', () =>
    forAll([hostile], 2000, (wanted) => {
      const address = parseReturnTo(wanted, origin);
      expect(address.startsWith('/')).toBe(true);
      expect(new URL(address, origin).origin).toBe(origin);
      expect(new URL(parseReturnTo(`/${wanted}`, origin), origin).origin).toBe(origin);
    }));

  it('keeps a path of the portal with its query and hash', () =>
    forAll(
      [fc.stringMatching(/^[a-z0-9-]{1,20}$/), fc.stringMatching(/^[a-z0-9=&]{0,20}$/)],
      100,
      (path, query) => {
        const wanted = `/${path}${query && `?${query}`}#part`;
        expect(parseReturnTo(wanted, origin)).toBe(wanted);
      },
    ));

  it.each([undefined, null, 4, {}, '', 'about', '//evil.example', '/\\evil.example', 'https://evil.example'])(
    'for %j is the fallback',
    (wanted) => {
      expect(parseReturnTo(wanted, origin)).toBe('/');
    },
  );

  it.each(['/secret', '/secret/?a#b', '/auth/logout', '/account/logout#x', '/interaction'])(
    'for %s, which signs in or out, is home',
    (wanted) => expect(parseReturnTo(wanted, origin)).toBe('/'),
  );

  it('may begin like one of these pages', () => {
    expect(parseReturnTo('/secrets', origin)).toBe('/secrets');
    expect(parseReturnTo('/account', origin)).toBe('/account');
  });
});

describe('the sign-in page', () => {
  const at = (search: string, hash = '') => ({ search, hash, origin });

  it('signs in a visitor, and redirects someone who is signed in', () => {
    expect(signInStep(at('', '#/map?a=1#b'), 'visitor', false)).toEqual({
      kind: 'ask',
      returnTo: '/map?a=1#b',
    });
    expect(signInStep(at('', '#/map'), 'signed-in', false)).toEqual({ kind: 'go', to: '/map' });
    expect(signInStep(at('', '#//evil.example'), 'signed-in', true)).toEqual({ kind: 'go', to: '/' });
  });

  it('completes what the provider sends back, including refusals', () => {
    expect(signInStep(at('?code=1&state=2'), 'visitor', false)).toEqual({ kind: 'finish' });
    expect(signInStep(at('?error=access_denied&state=2'), 'visitor', false)).toEqual({ kind: 'finish' });
  });

  it('does not sign in again if the browser stored no session', () => {
    expect(signInStep(at(''), 'visitor', true)).toMatchObject({ kind: 'failed' });
  });

  it('waits after a log-out in another tab, and returns from there', () => {
    const step = signInStep(at('?logged-out', '#/resources/files?q=1'), 'visitor', false);
    expect(step).toMatchObject({ kind: 'logged-out', returnTo: '/resources/files?q=1' });
    expect(signInStep(at('?logged-out', '#//evil.example'), 'visitor', false)).toMatchObject({
      returnTo: '/',
    });
    expect(signInStep(at('?logged-out', '#/map'), 'signed-in', false)).toEqual({ kind: 'go', to: '/map' });
  });

  it('never shows texts of the address', () => {
    const step = signInStep(at('?error=%3Cb%3Ecall%20us&error_description=pay'), 'visitor', false);
    expect(step).toEqual({ kind: 'failed', message: 'Signing in failed.', returnTo: '/' });
    expect(signInStep(at('?error=toString'), 'visitor', false)).toMatchObject({
      message: 'Signing in failed.',
    });
  });
});

describe('a failed sign-in', () => {
  const clock = async () => 'the clock';
  const oauth = (code: string, more = {}) => Object.assign(new Error('x'), { error: code, ...more });
  const blocked =
    'This browser blocks storage for this site, so you cannot be signed in. Allow cookies and site data for it, then try again.';
  const full =
    'The browser’s storage is full, so you cannot be signed in. Delete site data in the browser’s settings, then try again.';
  const used = 'This sign-in link has been used or is too old.';

  it.each([
    [oauth('missing_transaction'), used],
    [oauth('state_mismatch'), used],
    [oauth('access_denied'), 'Signing in was refused or cancelled.'],
    [new Error('Expiration Time (exp) claim error in the ID token'), 'the clock'],
    [
      new TypeError('Failed to fetch'),
      'The sign-in service cannot be reached. Check the connection, then try again.',
    ],
    [new Error('whatever'), 'Signing in failed.'],
    [new DOMException('', 'OperationError'), 'Signing in failed.'],
    [new DOMException('', 'SecurityError'), blocked],
    [new DOMException('', 'QuotaExceededError'), full],
    [new SessionNotStored('blocked', {}), blocked],
    [new SessionNotStored('full', {}), full],
  ])('with %o says: %s', async (error, message) => {
    expect(await describeSignInFailure(error, clock)).toBe(message);
  });

  it('without a started sign-in uses the error code of the address', async () => {
    expect(await describeSignInFailure(oauth('missing_transaction'), clock, 'access_denied')).toBe(
      'Signing in was refused or cancelled.',
    );
  });

  it('returns to the address of the error, if it is valid', () => {
    expect(returnToOfFailure(oauth('access_denied', { appState: { returnTo: '/map#a' } }), origin)).toBe(
      '/map#a',
    );
    expect(returnToOfFailure(oauth('access_denied', { appState: { returnTo: '//evil' } }), origin)).toBe('/');
    expect(returnToOfFailure(new Error('x'), origin)).toBe('/');
    expect(returnToOfFailure(new SessionNotStored('full', { returnTo: '/map?a=1' }), origin)).toBe(
      '/map?a=1',
    );
  });
});

it('a browser that could not store the session is found before the sign-in', () => {
  expect(
    findSignInFault(
      guardStorage(() => createFakeStorage()),
      able,
    ),
  ).toBeUndefined();
  expect(
    findSignInFault(
      guardStorage(() => createFakeStorage()),
      { ...able, cookieEnabled: false },
    ),
  ).toBe('blocked');
  expect(findSignInFault(guardStorage(blockedStorage), able)).toBe('blocked');
  // Room for preferences, and none for a session.
  expect(
    findSignInFault(
      guardStorage(() => fullStorage(2000)),
      able,
    ),
  ).toBe('full');
  const insecure = findSignInFault(guardStorage(blockedStorage), { ...able, isSecure: false });
  expect(insecure).toBe('insecure');
  expect(describeSignInFault('insecure')).toMatch(/^Signing in needs https/);
});

it('describes a wrong clock in whole units', () => {
  expect(describeDuration(3 * 3_600_000)).toBe('3 hours');
  expect(describeDuration(-60_000)).toBe('1 minute');
  expect(describeDuration(90 * 60_000)).toBe('90 minutes');
  expect(describeDuration(3 * 86_400_000)).toBe('3 days');
  expect(describeClockOffset(-7_200_000)).toContain('2 hours behind');
  expect(describeClockOffset(undefined)).toContain('do not match');
  expect(describeClockOffset(10)).toContain('do not match');
});

it('truncates long texts and masks secrets', () => {
  expect(truncateText('a'.repeat(20_480)).note).toBeUndefined();
  const { text, note } = truncateText('a'.repeat(40_960));
  expect([text.length, note]).toEqual([20_480, 'The first 20 KB of 40 KB.']);
  expect(maskSecret('pk.abcdefgh')).toBe('pk.… (11 characters)');
  expect(maskSecret('')).toBe('');
});
