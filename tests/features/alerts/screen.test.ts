import { expect, test, vi } from 'vitest';
import type { RequestOf } from '#contract/endpoint.ts';
import type { FindingAnswer } from '#contract/finding.ts';
import type { Requester } from '#contract/request.ts';
import { readSiteLatest } from '#contract/site-latest.ts';
import { noValue } from '#domain/finding/finding.ts';
import {
  type AlertPreview,
  type AlertRule,
  createAlertRule,
  listAlertFirings,
  listAlertRules,
  muteAlertRule,
  previewAlertRule,
  readAlertSettings,
} from '#features/alerts/contract.ts';
import { createMyAlerts, zonesOf } from '#features/alerts/screen/my-alerts.ts';
import { previewChart } from '#features/alerts/screen/preview-chart.ts';
import { createRuleForm } from '#features/alerts/screen/rule-form.ts';
import { readOut } from '#kits/chart/reading/read-out.ts';
import { dayNumber } from '#lib/calendar.ts';
import { dataOf } from '#stores/queries.ts';
import { below } from './alerts-fixture.ts';

const site = { loc_ndx: 4, loc_id: 'PAL', loc_name: 'Palisades' };

const findingOf = (part: Partial<FindingAnswer>): FindingAnswer => ({
  ...site,
  parameter_ndx: 3,
  parameter_name: 'Reservoir Storage',
  units_name: 'AF',
  delivered_by: 'USBR',
  is_withheld: false,
  por_start: '1980-10-01',
  interval_days: 1,
  capacity: 1_200_000,
  ...noValue,
  rdate: '2024-02-28',
  value: 476_000,
  recent: { start: '2024-02-01', days: [], values: [] },
  ...part,
});
const temperature = findingOf({
  parameter_ndx: 5,
  parameter_name: 'Air Temperature',
  units_name: '°F',
  capacity: null,
});

const preview: AlertPreview = {
  ...site,
  parameter_ndx: 3,
  parameter_name: 'Reservoir Storage',
  units_name: 'AF',
  condition: 'Palisades below 30 % of capacity',
  clear_level: 31.5,
  first_day: '1981-10-01',
  last_day: '2024-02-28',
  firings: [{ rdate: '2018-05-03', measured: 29 }],
  latest: { rdate: '2024-02-28', measured: 40 },
  is_firing: false,
  line: { start: '1981-10-01', days: [0, 13_363], values: [60, 29] },
};
const rule: AlertRule = {
  id: '00000000-0000-4000-8000-000000000001',
  name: null,
  condition: preview.condition,
  ...site,
  parameter_ndx: 3,
  parameter_name: 'Reservoir Storage',
  units_name: 'AF',
  terms: below(30),
  state: 'ok',
  since: null,
  muted_until: null,
  fired: 0,
  last_fired_at: null,
};

/** Answers calls, and notes what they were. */
function createAnswers(records: readonly FindingAnswer[] = [temperature, findingOf({})]) {
  const calls: { readonly endpoint: unknown; readonly request: unknown }[] = [];
  const answers = new Map<unknown, unknown>([
    [readSiteLatest, { loc_ndx: 4, records }],
    [previewAlertRule, preview],
    [createAlertRule, rule],
    [listAlertRules, [rule]],
    [listAlertFirings, []],
    [readAlertSettings, { time_zone: 'America/Denver', quiet_from: null, quiet_to: null }],
    [muteAlertRule, rule],
  ]);
  const request = (async (endpoint: unknown, sent: unknown) => {
    calls.push({ endpoint, request: sent });
    return answers.get(endpoint);
  }) as Requester;
  const sentTo = (endpoint: unknown) =>
    calls.filter((each) => each.endpoint === endpoint).map((each) => each.request);
  return { request, sentTo };
}

test('the form begins with the record and the measure that are asked for first, and shows their past', async () => {
  const { request, sentTo } = createAnswers();
  const form = createRuleForm({ subject: site, request, restMs: 0 });
  const stop = form.start();
  await vi.waitFor(() => expect(dataOf(form.preview.$state.get() as never)).toEqual(preview));
  expect(form.$draft.get()).toMatchObject({ parameter: 3, measure: 'percent_of_capacity', level: '30' });
  expect(form.$measures.get()).toEqual(['value', 'percent_of_capacity', 'change_in_day', 'change_in_week']);
  expect(sentTo(previewAlertRule)).toEqual([{ body: { terms: below(30) } }] satisfies RequestOf<
    typeof previewAlertRule
  >[]);
  stop();
});

test('the past is asked for once a draft rests, and only for what can be read', async () => {
  const { request, sentTo } = createAnswers();
  const form = createRuleForm({ subject: site, request, restMs: 0 });
  const stop = form.start();
  await vi.waitFor(() => expect(sentTo(previewAlertRule)).toHaveLength(1));
  form.edit({ level: '' });
  expect(form.preview.$state.get().status).toBe('idle');
  expect(form.$faults.get()).toEqual({});
  expect(await form.save()).toBeUndefined();
  expect(form.$faults.get()).toEqual({ level: 'Enter a number.' });
  for (const level of ['2', '25', '25.5']) form.edit({ level });
  await vi.waitFor(() => expect(sentTo(previewAlertRule)).toHaveLength(2));
  expect(sentTo(previewAlertRule).at(-1)).toEqual({ body: { terms: below(25.5) } });
  form.choose(5);
  expect(form.$draft.get()).toMatchObject({ parameter: 5, measure: 'value', level: '' });
  stop();
});

test('a rule is saved with a tidy name, or without one', async () => {
  const { request, sentTo } = createAnswers();
  const form = createRuleForm({ subject: site, request, restMs: 0 });
  const stop = form.start();
  await vi.waitFor(() => expect(form.$draft.get()).toBeDefined());
  expect(await form.save()).toEqual(rule);
  form.edit({ name: '  Dry   year ' });
  await form.save();
  expect(sentTo(createAlertRule)).toEqual([
    { body: { name: null, terms: below(30) } },
    { body: { name: 'Dry year', terms: below(30) } },
  ]);
  stop();
});

test('a site without records has no form', async () => {
  const { request } = createAnswers([findingOf({ is_withheld: true })]);
  const form = createRuleForm({ subject: site, request, restMs: 0 });
  const stop = form.start();
  await vi.waitFor(() => expect(dataOf(form.records.$state.get())).toEqual([]));
  expect(form.$draft.get()).toBeUndefined();
  stop();
});

test('rules are muted from now on, and hours are edited before they are saved', async () => {
  const { request, sentTo } = createAnswers();
  const now = Date.parse('2024-03-01T12:00:00Z');
  const alerts = createMyAlerts({ request, now: () => now });
  const stop = alerts.start();
  await vi.waitFor(() => expect(alerts.$settings.get()).toBeDefined());
  await alerts.mute(rule, 7);
  await alerts.mute(rule, undefined);
  expect(sentTo(muteAlertRule)).toEqual([
    { params: { id: rule.id }, body: { until: '2024-03-08T12:00:00.000Z' } },
    { params: { id: rule.id }, body: { until: null } },
  ]);
  expect(alerts.isMuted({ ...rule, muted_until: '2024-03-02T00:00:00Z' })).toBe(true);
  expect(alerts.isMuted({ ...rule, muted_until: '2024-02-02T00:00:00Z' })).toBe(false);
  alerts.editHours({ quiet_from: '22:00' });
  expect(alerts.$settings.get()).toEqual({
    time_zone: 'America/Denver',
    quiet_from: '22:00',
    quiet_to: null,
  });
  expect(zonesOf('America/Boise')).toContain('America/Boise');
  stop();
});

test('the chart has what is compared, the level, and the days that would have fired', () => {
  const content = previewChart(preview, below(30), { theme: 'dark', source: 'USBR' });
  expect(content.axes.left).toMatchObject({ title: 'Percent of capacity', unit: '%' });
  expect(content.series).toMatchObject([
    { id: 'line', ys: [60, 29], endLabel: '29 %' },
    { id: 'firings', xs: [dayNumber('2018-05-03')], ys: [29] },
  ]);
  const readAt = (day: string) => readOut(content, dayNumber(day)).readings.map(({ series }) => series.id);
  expect([readAt('2018-05-02'), readAt('2018-05-03')]).toEqual([['line'], ['line', 'firings']]);
  expect(content.levels).toEqual([
    { label: 'Level 30 %', side: 'left', value: 30 },
    { label: 'Clear 31.5 %', side: 'left', value: 31.5 },
  ]);
  const silence = { kind: 'silence', loc_ndx: 4, parameter_ndx: 3, intervals: 3 } as const;
  expect(previewChart(preview, silence, { theme: 'light', source: '' })).toMatchObject({
    levels: [],
    series: [{ ys: [60, 29] }, { xs: [] }],
  });
});
