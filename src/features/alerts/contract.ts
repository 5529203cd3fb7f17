import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { nameOf, recordFields } from '#contract/record-fields.ts';
import { isTimeZone } from '#lib/basin-clock.ts';

/** The number of rules that one person can have. */
export const maxRules = 100;
export const maxRuleNameLength = 80;

/**
 * What of a record is compared with the level: its value in its unit; its percentile of the date, 1 to 99, for a depth to
 * water that of the water level; its percent of the capacity of the reservoir, or of the median of the date; its change in a
 * day or a week, in its unit, negative where it falls.
 */
export const alertMeasures = [
  'value',
  'percentile',
  'percent_of_capacity',
  'percent_of_median',
  'change_in_day',
  'change_in_week',
] as const;
export type AlertMeasure = (typeof alertMeasures)[number];

/** Silence has only `ok` and `firing`. */
export const alertStates = ['ok', 'pending', 'firing', 'clearing'] as const;
export type AlertState = (typeof alertStates)[number];

const maxLevel = 1e9;
const Level = z.number().check(z.minimum(-maxLevel), z.maximum(maxLevel));
const record = { loc_ndx: z.int().check(z.positive()), parameter_ndx: z.int().check(z.positive()) };

/**
 * Without a clear level, it is 5 % of the level inside of it, within percentiles of 1 to 99 and storage up to the capacity;
 * of an elevation, a depth to water or a temperature it is the level.
 */
export const LevelTerms = z.strictObject({
  kind: z.literal('level'),
  ...record,
  measure: z.enum(alertMeasures),
  direction: z.enum(['above', 'below']),
  level: Level,
  clear_level: z.optional(z.nullable(Level)),
});
export type LevelTerms = z.output<typeof LevelTerms>;

/** No new value for so many of the usual intervals of the record, and the two days that agencies take to publish. */
export const SilenceTerms = z.strictObject({
  kind: z.literal('silence'),
  ...record,
  intervals: z.int().check(z.minimum(2), z.maximum(100)),
});
export type SilenceTerms = z.output<typeof SilenceTerms>;

/** When a rule fires. */
export const AlertTerms = z.discriminatedUnion('kind', [LevelTerms, SilenceTerms]);
export type AlertTerms = z.output<typeof AlertTerms>;

/** `silent` and `back` are of silence. A mail is sent of all but `cleared`. */
export const firingKinds = ['fired', 'cleared', 'silent', 'back'] as const;
export type FiringKind = (typeof firingKinds)[number];

/** Why a firing is in no mail; `queued` where it is in one. */
export const firingMails = ['queued', 'muted', 'one a day', 'nobody', 'cleared'] as const;

/**
 * What was known when a rule fired, for mails and feeds. `condition` is that of the rule. `value` is that of the record, in its
 * unit, and `measured` what was compared with the level; both are null of silence without a value. `is_reading` says that it
 * is a reading of the hour and no daily value. `standing` is where a daily value stands among years, and `age` how old it was.
 * `before` counts how often the rule had fired.
 */
export const FiringFacts = z.object({
  ...recordFields,
  condition: z.string(),
  name: z.nullable(z.string()),
  value: z.nullable(z.number()),
  measured: z.nullable(z.number()),
  approval: z.nullable(z.enum(['A', 'P'])),
  is_reading: z.boolean(),
  sentence: z.string(),
  before: z.int(),
});
export type FiringFacts = z.output<typeof FiringFacts>;

/** A change of a rule’s state. `observed_at` is the time of the reading, or the start of the day of the value. */
export const AlertFiring = z.object({
  id: z.uuid(),
  rule_id: z.uuid(),
  kind: z.enum(firingKinds),
  observed_at: z.string(),
  fired_at: z.string(),
  mail: z.enum(firingMails),
  facts: FiringFacts,
});
export type AlertFiring = z.output<typeof AlertFiring>;

/** A rule of the caller. `condition` says when it fires: `Palisades below 30 % of capacity`. */
export const AlertRule = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  condition: z.string(),
  ...recordFields,
  terms: AlertTerms,
  state: z.enum(alertStates),
  since: z.nullable(z.string()),
  muted_until: z.nullable(z.string()),
  fired: z.int(),
  last_fired_at: z.nullable(z.string()),
});
export type AlertRule = z.output<typeof AlertRule>;

const Day = z.iso.date();

/**
 * When a rule would have fired on the daily values of a record. `firings` are its days, with what was compared with the level;
 * of silence, `measured` is the number of days without a value, and the day is that before them. `latest` is what is compared
 * now; `is_firing` says that the rule has fired and not cleared, so that it fires again only when it has.
 * `line` is what was compared, thinned to its extremes: `days` since `start`.
 */
export const AlertPreview = z.object({
  ...recordFields,
  condition: z.string(),
  clear_level: z.nullable(z.number()),
  first_day: z.nullable(Day),
  last_day: z.nullable(Day),
  firings: z.array(z.object({ rdate: Day, measured: z.number() })),
  latest: z.nullable(z.object({ rdate: Day, measured: z.number() })),
  is_firing: z.boolean(),
  line: z.object({ start: Day, days: z.array(z.int()), values: z.array(z.number()) }),
});
export type AlertPreview = z.output<typeof AlertPreview>;

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day, HH:mm'));

/** The hours without mails, both null for none, in the person’s own time zone. They may pass midnight. */
export const AlertSettings = z.strictObject({
  time_zone: z.string().check(z.refine(isTimeZone, 'must be the name of a time zone')),
  quiet_from: z.nullable(clock),
  quiet_to: z.nullable(clock),
});
export type AlertSettings = z.output<typeof AlertSettings>;

const own = { access: 'signed-in' } as const;
const ruleParams = z.object({ id: z.uuid('must be the id of a rule') });
const ruleBody = z.strictObject({
  name: z.optional(z.nullable(nameOf(maxRuleNameLength))),
  terms: AlertTerms,
});

export const listAlertRules = defineEndpoint({
  ...own,
  summary: 'The caller’s own rules, by site',
  method: 'GET',
  path: '/api/alerts/rules',
  maxAge: 'never',
  response: z.array(AlertRule),
});

export const previewAlertRule = defineEndpoint({
  ...own,
  summary: 'When a rule would have fired since the begin of the record',
  method: 'POST',
  path: '/api/alerts/preview',
  changesState: false,
  body: z.strictObject({ terms: AlertTerms }),
  response: AlertPreview,
  errors: [404],
});

export const createAlertRule = defineEndpoint({
  ...own,
  summary: 'Creates a rule; what it is beyond already does not fire it',
  method: 'POST',
  path: '/api/alerts/rules',
  body: ruleBody,
  response: AlertRule,
  errors: [404, 409],
});

export const changeAlertRule = defineEndpoint({
  ...own,
  summary: 'Changes the name and the terms of a rule; with other terms it begins again, without its firings',
  method: 'PUT',
  path: '/api/alerts/rules/:id',
  params: ruleParams,
  body: ruleBody,
  response: AlertRule,
  errors: [404],
});

export const muteAlertRule = defineEndpoint({
  ...own,
  summary: 'Sends no mail of a rule until a time, or again with null',
  method: 'PUT',
  path: '/api/alerts/rules/:id/mute',
  params: ruleParams,
  body: z.strictObject({ until: z.nullable(z.iso.datetime()) }),
  response: AlertRule,
  errors: [404],
});

export const deleteAlertRule = defineEndpoint({
  ...own,
  summary: 'Deletes a rule and its firings',
  method: 'DELETE',
  path: '/api/alerts/rules/:id',
  params: ruleParams,
  response: z.object({ id: z.uuid() }),
  errors: [404],
});

export const listAlertFirings = defineEndpoint({
  ...own,
  summary: 'The last 200 firings of the caller’s rules, the newest first',
  method: 'GET',
  path: '/api/alerts/firings',
  maxAge: 'never',
  response: z.array(AlertFiring),
});

export const readAlertSettings = defineEndpoint({
  ...own,
  summary: 'The caller’s time zone and hours without mails',
  method: 'GET',
  path: '/api/alerts/settings',
  maxAge: 'never',
  response: AlertSettings,
});

export const saveAlertSettings = defineEndpoint({
  ...own,
  summary: 'Saves the caller’s time zone and hours without mails',
  method: 'PUT',
  path: '/api/alerts/settings',
  body: AlertSettings,
  response: AlertSettings,
});

export * from './mail-contract.ts';
