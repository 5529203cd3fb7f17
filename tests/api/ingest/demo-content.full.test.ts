import { expect, test } from 'vitest';
import { models, recordEndpoints } from '#config/models/index.ts';
import { findErrors, normalizeContent } from '#contract/records/field-validation.ts';
import { type DemoFile, seedDemoContent } from '#ingest/demo/content.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { basin } from '../../support/basin.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';

const files: DemoFile[] = [];

const id = '00000000-0000-4000-8000-000000000000';

async function putFile(file: DemoFile) {
  files.push(file);
  return { id, name: file.name, type: 'text/csv', size: file.bytes.length };
}

const { store, portal } = sharePortal(openEmbeddedStore, {
  insert: async (store) => {
    const valuesOf = new Set(['13037500', 'JCK', '764:WY:SNTL']);
    await seedDemo(store, { basin, through: '2026-03-08', valuesOf });
    await seedDemoContent(store, { through: '2026-03-08', putFile });
  },
});

const list = async (name: string, token?: string) => {
  const calls = recordEndpoints.get(name);
  return calls ? portal.request(calls.list, {}, { token }) : [];
};

/** The models that the demonstration has records of; their number varies with the data. */
const modelsWithDemoContent = ['datasets', 'public-documents', 'locations'];

test('the demonstration has several records of each of its models', async () => {
  for (const name of modelsWithDemoContent) {
    expect((await list(name, 'Administrator')).length, name).toBeGreaterThan(1);
  }
});

test('every demonstration record, including the sites, can be saved unchanged', async () => {
  for (const model of models) {
    const records = await list(model.name, 'Administrator');
    for (const record of records) {
      const content = normalizeContent(model.fields, record);
      expect(findErrors(model.fields, model.rules ?? [], content), String(record[model.titleField])).toEqual(
        [],
      );
    }
  }
});

test('the demo files contain the demo data', () => {
  const csv = files.filter(({ name }) => name.endsWith('.csv'));
  expect(csv.map(({ bytes }) => bytes.toString().split('\r\n').length > 10)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(csv.find(({ name }) => name.startsWith('heise'))?.bytes.toString()).toMatch(
    /^month,mean,days\r\n1980-10,\d/,
  );
  for (const { name, bytes } of files) {
    if (name.endsWith('.pdf')) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('only administrators see the draft, and seeding twice writes nothing twice', async () => {
  // A chip says that data are of the demonstration, and no announcement.
  expect(await list('announcements')).toHaveLength(0);
  expect(await list('announcements', 'Administrator')).toHaveLength(1);
  const before = files.length;
  await seedDemoContent(store, { through: '2026-03-09', putFile });
  expect(files.length).toBe(before);
  expect(await list('datasets', 'User')).toHaveLength(4);
});
