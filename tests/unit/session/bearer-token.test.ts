import { describe, expect, it, vi } from 'vitest';
import { readAccountUser } from '#contract/account/account.ts';
import { listMapFilters, listMapLayers } from '#contract/public-map.ts';
import { createRequester, RequestFailed } from '#contract/request.ts';
import { listAnalysisParameters } from '#contract/season/water-year.ts';
import { TokenUnavailable } from '#session/session-core.ts';
import { withBearerToken } from '#stores/api.ts';

const user = { sub: 's', roles: [], isDeveloper: false, isAdmin: false, isUser: false };

/** Creates a requester whose API accepts only the token `good`. */
function createTestRequester(tokens: (string | undefined | Error)[], { isClosed = true } = {}) {
  const sent: (string | null)[] = [];
  const forcedFlags: boolean[] = [];
  const refused = vi.fn();
  const send = async (path: unknown, init: RequestInit | undefined) => {
    const token = new Headers(init?.headers).get('authorization');
    sent.push(token);
    if ((token && token !== 'Bearer good') || (!token && isClosed)) {
      const detail = 'The token is not valid.';
      return Response.json({ type: 'a', title: 'b', status: 401, detail, instance: '/' }, { status: 401 });
    }
    return Response.json(String(path).includes('account') ? user : []);
  };
  const request = withBearerToken(createRequester({ origin: '', fetch: send as typeof fetch }), {
    accessToken: async ({ forced = false } = {}) => {
      forcedFlags.push(forced);
      const token = tokens.shift();
      if (token instanceof Error) throw token;
      return token;
    },
    onRefused: refused,
  });
  return { request, sent, asked: forcedFlags, refused };
}

describe('the requester with bearer tokens', () => {
  it('sends the token to guarded endpoints, and to open ones with `identify`', async () => {
    const { request, sent } = createTestRequester(['good', 'good'], { isClosed: false });
    await request(readAccountUser, {});
    await request(listMapLayers, {}, { identify: true });
    await request(listMapLayers, {});
    expect(sent).toEqual(['Bearer good', 'Bearer good', null]);
  });

  it('renews a refused token once', async () => {
    const { request, sent, asked, refused } = createTestRequester(['old', 'good']);
    expect(await request(readAccountUser, {})).toEqual(user);
    expect(sent).toEqual(['Bearer old', 'Bearer good']);
    expect(asked).toEqual([false, true]);
    expect(refused).not.toHaveBeenCalled();
  });

  it('ends the session after the second refusal', async () => {
    const { request, sent, refused } = createTestRequester(['old', 'older', 'oldest']);
    await expect(request(readAccountUser, {})).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(2);
    expect(refused).toHaveBeenCalledOnce();
  });

  it('does not call a guarded endpoint without a session', async () => {
    const { request, sent } = createTestRequester([undefined]);
    await expect(request(readAccountUser, {})).rejects.toThrow('Your session has ended.');
    expect(sent).toEqual([]);
  });

  it('asks for open values as a visitor, if that is said, and not otherwise', async () => {
    const { request, sent } = createTestRequester([undefined, undefined], { isClosed: false });
    await request(listAnalysisParameters, {}, { identify: true });
    expect(sent).toEqual([null]);
    await expect(request(listAnalysisParameters, {})).rejects.toThrow('Your session has ended.');
  });

  it('calls an open endpoint as a visitor once the session has ended', async () => {
    const { request, sent } = createTestRequester(['old', undefined], { isClosed: false });
    expect(await request(listMapLayers, {}, { identify: true })).toEqual([]);
    expect(sent).toEqual(['Bearer old', null]);
  });

  it('reports a token that cannot be renewed as offline', async () => {
    const { request } = createTestRequester([new TokenUnavailable('Away.')]);
    await expect(request(readAccountUser, {})).rejects.toMatchObject({ reason: 'offline', message: 'Away.' });
  });

  it('requests no token for open endpoints', async () => {
    const { request, asked } = createTestRequester([], { isClosed: false });
    await expect(request(listMapFilters, {})).rejects.toBeInstanceOf(RequestFailed);
    expect(asked).toEqual([]);
  });
});
