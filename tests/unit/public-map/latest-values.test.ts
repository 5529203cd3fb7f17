import { expect, it, vi } from 'vitest';
import { type Requester, RequestFailed } from '#contract/request.ts';
import { createLatestValues } from '#features/public-map/screen/screen.ts';
import { deferred, replaceRequest, setClock } from '../../support/fake-server.ts';

type Call = ReturnType<typeof deferred<unknown>> & { readonly of: string; readonly signal: AbortSignal };

function open() {
  const calls: Call[] = [];
  replaceRequest(((_: unknown, { params }: { params: { location: string } }, { signal }: Call) => {
    const call = { ...deferred<unknown>(), of: params.location, signal };
    calls.push(call);
    return call.promise;
  }) as unknown as Requester);
  setClock('2026-11-22T18:00:00Z');
  const latest = createLatestValues();
  const settled = async (status: string) => {
    await expect.poll(() => latest.$state.get().status).toBe(status);
    return latest.$state.get();
  };
  const asked = (count: number) => expect.poll(() => calls.length).toBe(count);
  const wait = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
  };
  return { latest, calls, settled, asked, wait };
}

it('asks once for a site, and again after five minutes', async () => {
  const { latest, calls, settled, asked, wait } = open();
  latest.show(7);
  await asked(1);
  calls[0]?.give({ loc_ndx: 7, records: [] });
  expect(await settled('ready')).toMatchObject({ selection: 7, data: { loc_ndx: 7 } });
  latest.show(undefined);
  expect(latest.$state.get()).toEqual({ status: 'idle' });
  latest.show(7);
  await settled('ready');
  expect(calls.map(({ of }) => of)).toEqual(['7']);
  wait(5 * 60_000);
  latest.show(7);
  await asked(2);
});

it('stops asking for a site when another is chosen', async () => {
  const { latest, calls, settled, asked } = open();
  latest.show(7);
  await asked(1);
  latest.show(8);
  await asked(2);
  expect(calls[0]?.signal.aborted).toBe(true);
  calls[1]?.give({ loc_ndx: 8, records: [] });
  expect(await settled('ready')).toMatchObject({ selection: 8 });
});

it('fails with a reason, and tries again', async () => {
  const { latest, calls, settled, asked } = open();
  latest.show(7);
  await asked(1);
  calls[0]?.refuse(new RequestFailed('offline', 'Away.'));
  expect(await settled('failed')).toMatchObject({ selection: 7 });
  void latest.retry();
  await asked(2);
  calls[1]?.give({ loc_ndx: 7, records: [] });
  await settled('ready');
});
