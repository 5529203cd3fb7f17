import { describe, expect, test } from 'vitest';
import { models } from '#config/models/index.ts';
import { oneRecord } from '#contract/records/model.ts';
import { confirmPublishing, describeHiding, describePublishing } from '#features/records/screen/actions.ts';
import { $question, askToDelete, askToHide, askToLeave } from '#features/records/screen/confirm.tsx';
import {
  type ActionName,
  describeFailure,
  describePeriod,
  describeSuccess,
} from '#features/records/screen/format.ts';
import { modelOf, recordOf } from '../../support/record-screens.ts';

const { model } = modelOf('announcements');
const content = { title: 'Title', message: 'Message', severity: 'info', starts_at: null, ends_at: null };
const now = '2026-05-01T12:00';

describe('the question before publishing', () => {
  const place = 'above the home page, the map, Today and all other screens';
  const first = `Visitors will see it from now on, ${place}.`;
  const replaces = 'It replaces the published version.';
  test.each([
    ['a new record', undefined, {}, first],
    ['a form without times', undefined, { starts_at: '', ends_at: '' }, first],
    ['a draft', { status_id: 1 }, {}, first],
    ['a draft with older versions', { status_id: 1, total_versions: 3 }, {}, first],
    ['a published record', { status_id: 2 }, {}, `${first} ${replaces}`],
    ['an updated record', { status_id: 3 }, {}, `${first} ${replaces}`],
    [
      'a disabled draft',
      { status_id: 1, is_enabled: false },
      {},
      'It is disabled: visitors will see it once it is enabled.',
    ],
    [
      'a notice that starts later',
      undefined,
      { starts_at: '2026-06-01T08:00' },
      `Visitors will see it from 06/01/2026 08:00 AM, ${place}.`,
    ],
    [
      'a notice that has ended',
      { status_id: 2 },
      { ends_at: '2026-04-30T08:00' },
      `Its period has ended, so visitors will not see it. ${replaces}`,
    ],
  ] as const)('is true for %s', (_, record, changes, text) => {
    const publishing = {
      record: record && recordOf(content, record),
      content: { ...content, ...changes },
    };
    expect(describePublishing(model, publishing, now)).toBe(text);
  });

  test('names signed-in users for a model that only they may read', () => {
    const datasets = modelOf('datasets').model;
    expect(describePublishing(datasets, { record: undefined, content: {} }, now)).toBe(
      'Signed-in users will see it from now on.',
    );
    expect(describeSuccess('unpublish', datasets)).toBe(
      'The dataset was unpublished. Signed-in users no longer see it.',
    );
  });

  test('is not asked for routine entries', () => {
    let published = 0;
    const publish = () => {
      published += 1;
    };
    const question = { record: undefined, content: {}, what: '“A”' };
    confirmPublishing({ ...question, model: modelOf('well-production').model }, publish);
    expect([published, $question.get()]).toEqual([1, undefined]);
    confirmPublishing({ ...question, model }, publish);
    expect([published, $question.get()?.title]).toEqual([1, 'Publish “A”?']);
    expect($question.get()?.kind).toBe('EVOLVE');
    $question.get()?.onConfirm();
    expect(published).toBe(2);
  });
});

test('the question before hiding says whether anybody sees the record now', () => {
  const effect = (changes: object) => describeHiding(model, recordOf(content, changes));
  const rest = 'Its content and versions are not deleted.';
  expect(effect({ status_id: 2 })).toBe(`Visitors will no longer see it. ${rest}`);
  expect(effect({ status_id: 3, is_enabled: false })).toBe(
    `It is disabled: visitors do not see it now either. ${rest}`,
  );
  expect(effect({ status_id: 1 })).toBe(`It is a draft: visitors do not see it now either. ${rest}`);
});

test('a question that loses something keeps its button from being the primary one', () => {
  const asked = [
    [askToLeave, 'UNSAVED'],
    [askToDelete, 'DELETE'],
  ] as const;
  for (const [ask, kind] of asked) {
    ask('“A”', () => {});
    expect($question.get()).toMatchObject({ kind, title: expect.stringMatching(/\?$/), isLoss: true });
  }
  askToHide('Unpublish', '“A”', 'Visitors will no longer see it.', () => {});
  expect($question.get()).toMatchObject({ kind: 'DEVOLVE', title: 'Unpublish “A”?' });
});

describe('the state of a period', () => {
  const wallClock = new Date('2026-11-22T18:00:00Z');

  test.each([
    ['Shown now', {}],
    ['Shown now, until 11/30/2026 05:00 PM', { ends_at: '2026-11-30T17:00' }],
    ['Scheduled: shown from 11/22/2026 11:01 AM', { starts_at: '2026-11-22T11:01' }],
    ['Ended 11/22/2026 10:59 AM', { ends_at: '2026-11-22T10:59' }],
    ['Not shown: draft', { status_id: 1 }],
    ['Not shown: disabled', { is_enabled: false }],
    // A newer draft is open; the published content counts.
    ['Shown now', { status_id: 3, ends_at: '2026-01-01T00:00', parentRecord: { ends_at: null } }],
  ] as const)('is “%s”', (text, changes) => {
    const record = recordOf(content, { status_id: 2, ...changes });
    expect(describePeriod(model, record, wallClock)).toBe(text);
    expect(describePeriod(modelOf('datasets').model, record, wallClock)).toBeUndefined();
  });
});

describe('the nouns of every model', () => {
  test.each(models.map((each) => [each.name, each] as const))('%s are English', (_, each) => {
    const { singular, plural, article } = each;
    expect(plural).toMatch(/^[a-z ]+[^s]s$/);
    expect(oneRecord(each)).toMatch(/^(an [aeiou]|a [^aeiou])/);
    expect(plural).not.toBe(singular);
    expect(article).toBe(/^[aeiou]/.test(singular) ? 'an' : 'a');
    const actions: ActionName[] = ['create', 'update', 'delete', 'publish', 'unpublish', 'enable', 'disable'];
    for (const action of actions) {
      expect(describeSuccess(action, each)).toMatch(new RegExp(`^The ${singular} was `));
      expect(describeFailure(action, each, 'Why.')).toMatch(
        new RegExp(`^The ${singular} could not be .*\\. Why\\.$`),
      );
    }
    expect(describeFailure('find', each, 'Why.')).toBe(`The ${plural} could not be loaded. Why.`);
  });
});
