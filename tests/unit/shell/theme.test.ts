import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleScript } from '#components/build/bundled-scripts.ts';
import { frameColors, parseTheme, themeChoices } from '#config/themes.ts';
import { sessionKey } from '#session/openid-cache.ts';

describe('parseTheme', () => {
  it.each(['PURPLE', 'dark', '', '{"theme":"DARK"}', '__proto__'])('warns of %j and falls back', (name) => {
    const warn = vi.fn();
    expect(parseTheme(name, warn)).toBe('DEFAULT');
    expect(warn).toHaveBeenCalledExactlyOnceWith(`Unknown theme "${name}"; the default theme is used.`);
  });

  it('shortens a long value in its warning', () => {
    const warn = vi.fn();
    parseTheme('x'.repeat(10_000), warn);
    expect(warn.mock.calls[0]?.[0].length).toBeLessThan(120);
  });
});

describe('the choices', () => {
  it('are all known to the parser', () => {
    const warn = vi.fn();
    for (const { theme } of themeChoices) expect(parseTheme(theme, warn)).toBe(theme);
    expect(warn).not.toHaveBeenCalled();
  });
});

let headScript = '';
beforeAll(async () => {
  const file = path.resolve(import.meta.dirname, '../../../src/components/scripts/head.ts');
  headScript = (await bundleScript(file)).code;
});

/** Runs the bundled script of the head as a page does, outside this module's scope. */
function runHead(stored: Record<string, string>, settings: { isBlocked?: boolean; isDark?: boolean } = {}) {
  const dataset: Record<string, string> = { clientId: 'portal', rolesClaim: 'roles' };
  const meta = {
    content: '',
    setAttribute: (_: string, value: string) => Object.assign(meta, { content: value }),
  };
  const warn = vi.fn();
  const open = () => {
    if (settings.isBlocked) throw new Error('SecurityError');
    return { getItem: (key: string) => stored[key] ?? null };
  };
  runInNewContext(headScript, {
    get localStorage() {
      return open();
    },
    get sessionStorage() {
      return open();
    },
    addEventListener: () => {},
    document: { documentElement: { dataset }, querySelectorAll: () => [meta], addEventListener: () => {} },
    matchMedia: (query: string) => ({ matches: query.includes('dark') && settings.isDark === true }),
    console: { warn },
  });
  return { dataset, meta, warn };
}

describe('the script of the head', () => {
  it('needs no other file, and sets theme, sidebar and frame color', () => {
    const { dataset, meta, warn } = runHead({ theme: 'DARK', sidebar: 'closed', 'demo-data': 'yes' });
    expect(dataset).toMatchObject({ theme: 'dark', themeChoice: 'DARK', sidebar: 'closed', demo: 'yes' });
    expect(meta.content).toBe(frameColors.dark);
    expect(warn).not.toHaveBeenCalled();
  });

  it('starts light and open if nothing is stored, even on a dark system', () => {
    const { dataset } = runHead({}, { isDark: true });
    expect(dataset).toMatchObject({ theme: 'light', themeChoice: 'LIGHT', sidebar: 'open', demo: 'no' });
  });

  it('survives corrupt values', () => {
    const { dataset, warn } = runHead({ theme: '\u0000{', sidebar: '[[[' }, { isDark: true });
    expect(dataset).toMatchObject({ theme: 'dark', themeChoice: 'DEFAULT', sidebar: 'open' });
    expect(warn).toHaveBeenCalledOnce();
  });

  it('survives a browser that blocks its storage', () => {
    expect(runHead({}, { isBlocked: true }).dataset).toMatchObject({ theme: 'light', sidebar: 'open' });
  });

  it('shows the user of a stored session', () => {
    const claims = { sub: 'uma', name: 'Uma User', roles: ['Developer'] };
    const session = { claims, expiresAt: Date.now() + 3_600_000, hasRefreshToken: true, entries: {} };
    const { dataset } = runHead({ [sessionKey('portal')]: JSON.stringify(session) });
    expect(dataset).toMatchObject({
      session: 'signed-in',
      admitted: '',
      sees: 'signed-in developer',
      userInitials: 'UU',
    });
  });
});
