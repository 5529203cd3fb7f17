import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { locationNumber } from '#contract/record-fields.ts';

/** The number of addresses that one person can have. */
export const maxRecipients = 5;
/** The number of addresses that the operator can add at a time. */
export const maxAddedRecipients = 200;

/** `unconfirmed` until its reader has confirmed it, `stopped` by its reader, `refused` by the mail server, as `note` says. */
export const recipientStates = ['unconfirmed', 'confirmed', 'stopped', 'refused'] as const;

const MailRecipient = z.object({
  id: z.uuid(),
  email: z.string(),
  state: z.enum(recipientStates),
  note: z.nullable(z.string()),
  /** Whether its reader has stopped the letter only. */
  is_without_letter: z.boolean(),
});
export type MailRecipient = z.output<typeof MailRecipient>;

const weekday = z.int().check(z.minimum(1), z.maximum(7));
const hour = z.int().check(z.minimum(0), z.maximum(23));

/** When the letter is sent: 1 Monday to 7 Sunday, and the hour by the person’s clock. */
export const LetterTime = z.strictObject({ weekday, hour });
export type LetterTime = z.output<typeof LetterTime>;

/** `feed` is the secret address of the caller’s feed, null before there is one and for an access token. `is_on` says whether the portal sends mail. */
export const MailSettings = z.object({
  is_on: z.boolean(),
  recipients: z.array(MailRecipient),
  letter: z.nullable(LetterTime),
  feed: z.nullable(z.string()),
});
export type MailSettings = z.output<typeof MailSettings>;

/** Whose addresses: the caller’s own, or the operator’s list, which needs the role Administrator. */
const whose = z.enum(['own', 'list']);
export type Whose = z.output<typeof whose>;
const of = { of: z.optional(whose) };
const own = { access: 'signed-in', response: MailSettings } as const;

export const readMailSettings = defineEndpoint({
  ...own,
  summary: 'The addresses that have mails of alerts, when the letter is sent, and the feed',
  method: 'GET',
  path: '/api/alerts/mail',
  query: z.object(of),
  maxAge: 'never',
  hasSecret: true,
  errors: [403],
});

/** 409 without a mail server, and for an address too many; an address that is there already is asked to confirm once more, unless its reader stopped. */
export const addRecipients = defineEndpoint({
  ...own,
  summary: 'Adds addresses, each of which is asked to confirm',
  method: 'POST',
  path: '/api/alerts/recipients',
  body: z.strictObject({
    ...of,
    emails: z
      .array(z.string().check(z.maxLength(320)))
      .check(z.minLength(1), z.maxLength(maxAddedRecipients)),
  }),
  errors: [403, 409],
});

export const removeRecipient = defineEndpoint({
  ...own,
  summary: 'Removes an address, with the mails that wait for it',
  method: 'DELETE',
  path: '/api/alerts/recipients/:id',
  params: z.object({ id: z.uuid('must be the id of an address') }),
  query: z.object(of),
  errors: [403, 404],
});

export const saveLetter = defineEndpoint({
  ...own,
  summary: 'Saves when the letter is sent, or with null that it is not',
  method: 'PUT',
  path: '/api/alerts/letter',
  body: z.strictObject({ ...of, letter: z.nullable(LetterTime) }),
  errors: [403],
});

export const renewFeed = defineEndpoint({
  ...own,
  summary: 'Gives the caller’s feed a new secret address; the former one ends',
  method: 'POST',
  path: '/api/alerts/feed',
  hasSecret: true,
});

const atom = {
  method: 'GET',
  access: 'open',
  response: z.string(),
  mediaType: 'application/atom+xml',
  errors: [404],
} as const;

export const readPersonFeed = defineEndpoint({
  ...atom,
  summary: 'The firings of a person’s rules as an Atom feed, by its secret address',
  path: '/api/alerts/feed/:key',
  hasSecretPath: true,
  params: z.object({ key: z.string().check(z.maxLength(100)) }),
  maxAge: 'never',
});

export const readSiteFeed = defineEndpoint({
  ...atom,
  summary: 'The latest values of a site as an Atom feed',
  path: '/api/alerts/sites/:location/feed',
  params: z.object({ location: locationNumber }),
  maxAge: 300,
});

const Day = z.iso.date();

export const ReportRule = z.object({
  id: z.uuid(),
  subject: z.string(),
  condition: z.string(),
  state: z.string(),
  fired: z.int(),
  last_fired_at: z.nullable(z.string()),
});
export const ReportDay = z.object({ day: Day, fired: z.int(), sent: z.int(), failed: z.int() });
/** A mail that has not been sent; one that is not final is tried again. */
export const ReportFailure = z.object({
  id: z.uuid(),
  at: z.string(),
  email: z.string(),
  kind: z.string(),
  attempts: z.int(),
  error: z.string(),
  is_final: z.boolean(),
});

/** What the operator sees. `missing` are sentences about settings; `days` are the last 30, the newest first. */
export const AlertReport = z.object({
  missing: z.array(z.string()),
  from: z.nullable(z.string()),
  waiting: z.int(),
  rules: z.array(ReportRule),
  days: z.array(ReportDay),
  failures: z.array(ReportFailure),
});
export type AlertReport = z.output<typeof AlertReport>;

export const readAlertReport = defineEndpoint({
  summary: 'Rules, firings and mails of the last 30 days, and what sending mail still needs',
  method: 'GET',
  path: '/api/alerts/report',
  access: 'administrator',
  maxAge: 'never',
  response: AlertReport,
});

/** 409 without a mail server. `error` is what the server said, null where it took the mail. */
export const sendTestMail = defineEndpoint({
  summary: 'Sends a mail to an address to try the mail server',
  method: 'POST',
  path: '/api/alerts/test-mail',
  access: 'administrator',
  body: z.strictObject({ email: z.string().check(z.maxLength(320)) }),
  response: z.object({ email: z.string(), error: z.nullable(z.string()) }),
  errors: [409],
});
