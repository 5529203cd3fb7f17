import { describe, expect, it } from 'vitest';
import { chooseVersionStep, isModuleFault, type VersionFacts } from '#components/scripts/version.ts';

const offer = 'A new version of the portal is available.';
const tooOld = 'The portal has a new version, and a part of this page can no longer be loaded.';
const unreachable = 'A part of this page could not be loaded. Check the connection, then reload the page.';

/** A tab with the build `a`; the server has `a` too, unless the facts say otherwise. */
function choose(facts: Partial<VersionFacts>) {
  return chooseVersionStep({
    own: 'a',
    served: 'a',
    missing: undefined,
    typed: 'none',
    wasReloaded: false,
    ...facts,
  });
}

const notice = (message: string) => ({ kind: 'notice', message });

describe('a page that is whole', () => {
  it.each([
    [{}, { kind: 'none' }],
    [{ served: undefined }, { kind: 'none' }],
    [{ served: 'b' }, notice(offer)],
    [{ served: 'b', typed: 'unstored' }, notice(offer)],
    [{ served: 'b', wasReloaded: true }, notice(offer)],
  ] as const)('%j: %j', (facts, step) => expect(choose(facts)).toEqual(step));
});

describe('a page of an older build that misses a script', () => {
  it.each(['needed', 'optional'] as const)('reloads itself once, also for an %s one', (missing) => {
    expect(choose({ served: 'b', missing })).toEqual({ kind: 'reload' });
    expect(choose({ served: 'b', missing, wasReloaded: true })).toEqual(notice(`${tooOld} Reload the page.`));
  });

  it('never reloads itself over typed text, and says what becomes of it', () => {
    expect(choose({ served: 'b', missing: 'optional', typed: 'stored' })).toEqual(
      notice(`${tooOld} Reload the page; what you have entered stays.`),
    );
    expect(choose({ served: 'b', missing: 'needed', typed: 'unstored' })).toEqual(
      notice(`${tooOld} Save or copy what you have entered, then reload the page.`),
    );
  });
});

describe('a page of the newest build that misses a script', () => {
  it.each(['a', undefined])('never reloads itself; the served build is %s', (served) => {
    expect(choose({ served, missing: 'needed' })).toEqual(notice(unreachable));
    expect(choose({ served, missing: 'needed', typed: 'stored' })).toEqual(notice(unreachable));
  });

  it('leaves an optional one to the page', () => {
    expect(choose({ missing: 'optional' })).toEqual({ kind: 'none' });
    expect(choose({ served: undefined, missing: 'optional' })).toEqual({ kind: 'none' });
  });
});

it.each([
  ['Uncaught TypeError: Failed to fetch dynamically imported module: http://h/_assets/a.js', true],
  ['error loading dynamically imported module: http://h/_assets/a.js', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /_assets/a.css', true],
  ['Failed to fetch', false],
  ['ResizeObserver loop completed with undelivered notifications.', false],
  ['', false],
])('recognizes the message of a module that cannot be loaded: %s', (message, expected) => {
  expect(isModuleFault(message)).toBe(expected);
});
