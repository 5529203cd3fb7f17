import { atom } from 'nanostores';
import type * as z from 'zod/mini';
import { initialState, type TableState } from '#kits/table/index.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { among, type Column, dateColumn, numberColumn, textColumn } from '#lib/table/columns.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createListChanges, createQuery } from '#stores/queries.ts';
import {
  type ReportDay,
  type ReportFailure,
  type ReportRule,
  readAlertReport,
  sendTestMail,
} from '../mail-contract.ts';

export const dayColumns: readonly Column<z.output<typeof ReportDay>>[] = [
  dateColumn('day', 'Day', ({ day }) => day),
  numberColumn('fired', 'Fired', ({ fired }) => fired),
  numberColumn('sent', 'Sent', ({ sent }) => sent),
  numberColumn('failed', 'Failed', ({ failed }) => failed),
];

export const failureColumns: readonly Column<z.output<typeof ReportFailure>>[] = [
  textColumn('at', 'Time', ({ at }) => formatMoment(at), { sortKey: ({ at }) => at }),
  textColumn('email', 'Address', ({ email }) => email),
  textColumn('kind', 'Mail', ({ kind }) => kind, among),
  textColumn('state', 'State', ({ is_final }) => (is_final ? 'Failed' : 'Tried again'), among),
  numberColumn('attempts', 'Attempts', ({ attempts }) => attempts),
  textColumn('error', 'What the Server Said', ({ error }) => error),
];

export const ruleColumns: readonly Column<z.output<typeof ReportRule>>[] = [
  textColumn('subject', 'Subject Identifier', ({ subject }) => subject, among),
  textColumn('condition', 'Alert', ({ condition }) => condition),
  textColumn('state', 'State', ({ state }) => state, among),
  numberColumn('fired', 'Fired', ({ fired }) => fired),
  textColumn('last', 'Last Fired', ({ last_fired_at: at }) => (at === null ? 'Never' : formatMoment(at)), {
    sortKey: ({ last_fired_at: at }) => at ?? '',
  }),
];

/** What has become of rules and mails, and a test mail. */
export function createAlertReport() {
  const query = createQuery({ fetch: (signal) => request(readAlertReport, {}, { signal }) });
  const { $isChanging, change } = createListChanges(query);
  const $email = atom('');
  /** What the server said of the last test mail, null where it took it. */
  const $test = atom<{ readonly email: string; readonly error: string | null } | undefined>(undefined);
  const { start } = createScreen({ queries: [query] });
  return {
    $state: query.$state,
    retry: query.retry,
    $isChanging,
    $email,
    $test,
    $days: atom<TableState>(initialState(dayColumns)),
    $failures: atom<TableState>(initialState(failureColumns)),
    $rules: atom<TableState>(initialState(ruleColumns)),
    async sendTest(): Promise<void> {
      $test.set(undefined);
      const body = { email: $email.get().trim() };
      $test.set(await change(() => request(sendTestMail, { body }), 'The mail server has answered.'));
    },
    start,
  };
}
