import { beforeEach, describe, expect, test } from 'vitest';
import { createActions } from '#features/records/screen/actions.ts';
import { toFormValues } from '#features/records/screen/form-values.ts';
import { createRecordScreen } from '#features/records/screen/record-screen.ts';
import { createUnsaved } from '#features/records/screen/unsaved.ts';
import { fakeToasts, refused, replaceRequest } from '../../support/fake-server.ts';
import { createFakeStorage } from '../../support/fake-storage.ts';
import { fakeRequester, id, modelOf, recordOf, type Sent } from '../../support/record-screens.ts';

const { model, calls } = modelOf('announcements');
const content = { title: 'Title', message: 'Message', severity: 'info', starts_at: null, ends_at: null };
const values = (changes: object = {}) => toFormValues(model.fields, { ...content, ...changes });

let toasts: [string, string][];
let storage: Storage;
let created: string[];

beforeEach(() => {
  toasts = [];
  storage = createFakeStorage();
  created = [];
});

function open(responses: Record<string, (sent: Sent) => unknown>, { isNew = false, newId = id } = {}) {
  const recordId = isNew ? undefined : id;
  const server = fakeRequester(responses);
  replaceRequest(server.request);
  fakeToasts().mockImplementation((message, severity = 'info') => toasts.push([severity, message]));
  const actions = createActions({
    model,
    calls,
  });
  let deleted = false;
  const screen = createRecordScreen({
    model,
    actions,
    id: recordId,
    unsaved: createUnsaved({
      subject: 'ann',
      model: model.name,
      id: recordId ?? 'new',
      storage,
      now: () => 1000,
    }),
    newId: () => newId,
    onCreated: (record) => created.push(record.id),
    onDeleted: () => {
      deleted = true;
    },
  });
  return { screen, server, wasDeleted: () => deleted };
}

/** The same, once it has loaded. */
async function load(...settings: Parameters<typeof open>) {
  const opened = open(...settings);
  await opened.screen.load();
  return opened;
}

const refuse =
  (...problem: Parameters<typeof refused>) =>
  () => {
    throw refused(...problem);
  };
const read = () => recordOf(content);
const saved = (title: string, updated_at = '2026-05-02T00:00:00.000001Z') =>
  recordOf({ ...content, title }, { updated_at });

describe('loading', () => {
  test('ends in ready, missing or failed', async () => {
    const { screen } = await load({ readAnnouncements: read });
    expect(screen.$state.get()).toMatchObject({ status: 'ready', record: { title: 'Title' } });
    for (const [code, detail, status] of [
      [404, 'Record not found.', 'missing'],
      [503, 'The database cannot be reached.', 'failed'],
    ] as const) {
      const without = await load({ readAnnouncements: refuse(code, detail) });
      expect(without.screen.$state.get()).toMatchObject({ status });
      expect(toasts.pop()?.[1]).toBe(`The announcement could not be loaded. ${detail}`);
    }
  });

  test('of a new record requests nothing', async () => {
    const { screen, server } = await load({}, { isNew: true });
    expect(server.sent).toEqual([]);
    expect(screen.$state.get()).toEqual({ status: 'new' });
  });
});

describe('saving', () => {
  test('creates a record under one id, however often it is retried', async () => {
    let tries = 0;
    const { screen, server } = open(
      {
        createAnnouncements: () => {
          tries += 1;
          if (tries === 1) throw refused(503, 'The database cannot be reached.');
          return read();
        },
      },
      { isNew: true },
    );
    screen.writeUnsaved(values());
    expect(await screen.save(values(), 'PUBLISH')).toBe(false);
    expect(screen.readUnsaved()?.values).toMatchObject({ title: 'Title' });
    expect(await screen.save(values(), 'PUBLISH')).toBe(true);
    expect(server.sent.map(({ parts }) => parts.body)).toEqual([
      { ...content, id, status_id: 2 },
      { ...content, id, status_id: 2 },
    ]);
    expect(created).toEqual([id]);
    expect(screen.readUnsaved()).toBeUndefined();
    expect(toasts).toEqual([
      ['error', 'The announcement could not be published. The database cannot be reached.'],
      ['success', 'The announcement was published.'],
    ]);
  });

  test('shows the server’s errors by field', async () => {
    const { screen } = await load({
      readAnnouncements: read,
      saveAnnouncements: refuse(400, 'This cannot be saved.', [{ path: 'body.title', message: 'Taken.' }]),
    });
    expect(await screen.save(values(), 'SAVE')).toBe(false);
    expect(screen.$errors.get()).toEqual([{ path: 'title', message: 'Taken.' }]);
  });

  test('sends the version that was edited, even after a reload', async () => {
    const first = await load({ readAnnouncements: read });
    first.screen.writeUnsaved(values({ title: 'Mine' }));
    const newer = saved('Theirs');
    const second = await load({
      readAnnouncements: () => newer,
      saveAnnouncements: refuse(409, 'Someone has changed this record.'),
    });
    expect(await second.screen.save(values({ title: 'Mine' }), 'SAVE')).toBe(false);
    const save = second.server.sent.find(({ name }) => name === 'saveAnnouncements');
    expect(save?.options.ifMatch).toBe(read().updated_at);
    expect(second.screen.$conflict.get()).toEqual({ theirs: newer });
    expect(second.screen.readUnsaved()?.values).toMatchObject({ title: 'Mine' });
  });
});

describe('a record that someone deletes while it is edited', () => {
  const notFound = refuse(404, 'Record not found.');

  test('is found missing by a conflict and by every action, too', async () => {
    let isThere = true;
    const { screen } = await load({
      readAnnouncements: () => (isThere ? read() : notFound()),
      saveAnnouncements: () => {
        isThere = false;
        throw refused(409, 'Someone has changed this record.');
      },
      publishAnnouncementsByPost: notFound,
    });
    await screen.save(values({ title: 'Mine' }), 'SAVE');
    expect([screen.$isDeleted.get(), screen.$conflict.get()]).toEqual([true, undefined]);
    screen.discard();
    await screen.publish();
    expect([screen.$state.get(), screen.$isDeleted.get()]).toEqual([{ status: 'missing' }, false]);
  });
});

describe('actions', () => {
  test('publish, unpublish, enable and disable send the version they apply to', async () => {
    const responses = Object.fromEntries(
      ['publish', 'unpublish', 'enable', 'disable'].map((each) => [
        `${each}AnnouncementsByPost`,
        () => saved('Title', '2026-05-02T00:00:00.000001Z'),
      ]),
    );
    const { screen, server } = await load({ readAnnouncements: read, ...responses });
    await screen.publish();
    await screen.unpublish();
    await screen.disable();
    await screen.enable();
    expect(server.sent.slice(1).map(({ options }) => options.ifMatch)).toEqual([
      '2026-05-01T00:00:00.000001Z',
      '2026-05-02T00:00:00.000001Z',
      '2026-05-02T00:00:00.000001Z',
      '2026-05-02T00:00:00.000001Z',
    ]);
    expect(toasts.map(([, message]) => message)).toEqual([
      'The announcement was published.',
      'The announcement was unpublished. Visitors no longer see it.',
      'The announcement was disabled. Visitors no longer see it.',
      'The announcement was enabled.',
    ]);
  });

  test('delete leaves the page; if someone changed the record, it is loaded again instead', async () => {
    const { screen, wasDeleted } = await load({
      readAnnouncements: read,
      deleteAnnouncements: () => ({ id }),
    });
    await screen.remove();
    expect(wasDeleted()).toBe(true);
    const stale = await load({
      readAnnouncements: () => saved('Theirs'),
      deleteAnnouncements: refuse(409, 'Someone has changed this record.'),
    });
    await stale.screen.remove();
    expect(stale.wasDeleted()).toBe(false);
    expect(stale.screen.$state.get()).toMatchObject({ record: { title: 'Theirs' } });
  });
});
