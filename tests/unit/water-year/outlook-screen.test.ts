import { afterEach, describe, expect, test, vi } from 'vitest';
import { RequestFailed } from '#client/request.ts';
import { createFill } from '#features/water-year/fill/screen.ts';
import { createOutlook } from '#features/water-year/outlook/screen.ts';
import { deferred, fakeAddress, fakeServer } from '../../support/fake-server.ts';
import { createFillExample, createOutlookExample } from '../../support/outlook-example.ts';

const now = () => new Date('2026-06-21T18:00:00Z');
const points = [
  { id: 'heise', label: 'Snake River near Heise', from: '04-01', to: '07-31' },
  { id: 'island-park', label: 'Henrys Fork near Island Park', from: '04-01', to: '07-31' },
];
const fill = [{ id: 'system', label: 'The seven reservoirs', point: 'heise' }];

let stop = () => {};
afterEach(() => stop());

function openOutlook(query: string, readOutlook: () => unknown = () => createOutlookExample()) {
  const server = fakeServer({ readOutlook });
  const bar = fakeAddress(query);
  const screen = createOutlook({ request: server.request, address: bar.address, now, points });
  stop = screen.start();
  const settled = (status: string) => vi.waitFor(() => expect(screen.$answer.get().status).toBe(status));
  return { screen, server, settled, ...bar };
}

function openFill(query: string) {
  const server = fakeServer({ readFill: () => createFillExample() });
  const bar = fakeAddress(query);
  const screen = createFill({
    request: server.request,
    address: bar.address,
    now,
    options: { points, fill },
  });
  stop = screen.start();
  const settled = () => vi.waitFor(() => expect(screen.$answer.get().status).toBe('ready'));
  return { screen, server, settled, ...bar };
}

describe('the outlook', () => {
  test('loads what a link asks for, once', async () => {
    const { settled, server, history } = openOutlook('point=heise&issued=2026-04-01');
    await settled('ready');
    expect(server.callsOf('readOutlook')).toMatchObject([
      { params: { point: 'heise' }, query: { issued: '2026-04-01' } },
    ]);
    expect(history).toEqual(['point=heise&issued=2026-04-01']);
  });

  test('asks for the latest without a day, and writes the day that came without a step of the history', async () => {
    const { settled, server, history } = openOutlook('');
    await settled('ready');
    expect(server.callsOf('readOutlook')).toMatchObject([
      { params: { point: 'heise' }, query: { issued: undefined } },
    ]);
    await vi.waitFor(() => expect(history).toEqual(['point=heise&issued=2026-04-01']));
    expect(server.callsOf('readOutlook')).toHaveLength(1);
  });

  test('makes each choice a step of the history, and Back restores it', async () => {
    let issued = '2026-04-01';
    const { screen, settled, server, history, back } = openOutlook('point=heise&issued=2026-04-01', () =>
      createOutlookExample({ issued }),
    );
    await settled('ready');
    issued = '2026-03-01';
    screen.setIssued('2026-03-01');
    await settled('ready');
    expect(history.at(-1)).toBe('point=heise&issued=2026-03-01');
    back();
    expect(screen.$selection.get().issued).toBe('2026-04-01');
    await vi.waitFor(() => expect(server.callsOf('readOutlook')).toHaveLength(3));
    expect(history).toHaveLength(1);
  });

  test('keeps the last outlook while another loads, and when that fails; a retry loads it', async () => {
    const second = deferred<unknown>();
    const answers = [
      () => createOutlookExample(),
      () => second.promise,
      () => createOutlookExample({ point: 'island-park' }),
    ];
    const { screen, settled } = openOutlook('point=heise&issued=2026-04-01', () => answers.shift()?.());
    await settled('ready');
    screen.setPoint('island-park');
    expect(screen.$answer.get()).toMatchObject({ status: 'loading', data: { point: 'heise' } });
    second.refuse(new RequestFailed('offline', 'The server cannot be reached.'));
    await settled('failed');
    expect(screen.$answer.get()).toMatchObject({
      data: { point: 'heise' },
      message: 'The server cannot be reached.',
    });
    screen.retry();
    await settled('ready');
    expect(screen.$answer.get().data).toMatchObject({ point: 'island-park' });
  });

  test('says what of a link cannot be shown, until something else is chosen', async () => {
    const { screen, settled } = openOutlook('point=nowhere&issued=2026-09-01');
    expect(screen.$refused.get()).toEqual([
      'There is no point “nowhere”. This is Snake River near Heise.',
      '09/01/2026 is in the future. The latest outlook is shown.',
    ]);
    await settled('ready');
    screen.setPoint('island-park');
    expect(screen.$refused.get()).toEqual([]);
  });

  test('has the analog years and the window of the chart in the address', async () => {
    const { screen, settled, history } = openOutlook(
      'point=heise&issued=2026-04-01&analogs=yes&x=2026-05-01..2026-06-01',
    );
    await settled('ready');
    expect(screen.$drawn.get().hasAnalogs).toBe(true);
    expect(screen.$chart.get().window).toBeDefined();
    screen.setHasAnalogs(false);
    expect(history.at(-1)).toBe('point=heise&issued=2026-04-01&x=2026-05-01..2026-06-01');
  });
});

describe('the fill', () => {
  test('loads what a link asks for', async () => {
    const { settled, server } = openFill('reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01');
    await settled();
    expect(server.callsOf('readFill')).toMatchObject([
      { params: { id: 'system' }, query: { issued: '2026-04-01', by: '2026-07-31', target: '0.97' } },
    ]);
  });

  test('writes the days that the portal chose', async () => {
    const { settled, server, history } = openFill('');
    await settled();
    await vi.waitFor(() =>
      expect(history).toEqual(['reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01']),
    );
    expect(server.callsOf('readFill')).toHaveLength(1);
  });

  test('asks again for another target, day and issue day', async () => {
    const { screen, settled, server } = openFill(
      'reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01',
    );
    await settled();
    screen.setTarget(1);
    screen.setBy('2026-06-30');
    screen.setIssued('2015-05-01');
    await settled();
    expect(server.callsOf('readFill').at(-1)?.query).toEqual({
      issued: '2015-05-01',
      by: '2015-06-30',
      target: '1',
    });
  });
});
