import { atom, computed } from 'nanostores';
import {
  describeTokenEndFault,
  maxAccessTokens,
  maxTokenDays,
  maxTokenNameLength,
  tokenPeriods,
} from '#domain/access-token.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays, formatUsDate } from '#lib/calendar.ts';
import { describeBadName, tidyLine } from '#lib/clean-line.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createListChanges, createQuery, dataOf } from '#stores/queries.ts';
import { createAccessToken, listAccessTokens, type NewAccessToken, revokeAccessToken } from '../contract.ts';

/** When a new token ends: after so many days, or on a day that is entered. */
export type TokenPeriod = (typeof periodChoices)[number]['value'];

const ownDate = 'date';
const periodChoices = [
  ...tokenPeriods.map((days) => ({ value: `${days}` as const, label: `In ${days} days` })),
  { value: ownDate, label: 'On a date' },
] as const;

export type NewTokenForm = {
  readonly name: string;
  readonly period: TokenPeriod;
  /** `YYYY-MM-DD`; undefined while it is not complete. */
  readonly date: string | undefined;
};

const emptyForm: NewTokenForm = { name: '', period: '90', date: undefined };

/** The person's access tokens, the form for a new one, and the secret of the one just created. */
export function createAccessTokens() {
  const query = createQuery({ fetch: (signal) => request(listAccessTokens, {}, { signal }) });
  const { $isChanging, change } = createListChanges(query);
  const $form = atom(emptyForm);
  const $isChecked = atom(false);
  const $created = atom<NewAccessToken | undefined>(undefined);
  const $isFull = computed(query.$state, (state) => {
    const living = dataOf(state)?.filter(({ has_ended }) => !has_ended) ?? [];
    return living.length >= maxAccessTokens;
  });
  const today = () => todayInBasin(new Date());
  const endOf = ({ period, date }: NewTokenForm) =>
    period === ownDate ? date : addDays(today(), Number(period));

  /** What is wrong with the form, once someone has tried to send it. */
  const $faults = computed([$form, $isChecked], (form, isChecked) => (isChecked ? faultsOf(form) : {}));

  function faultsOf(form: NewTokenForm) {
    const name = describeBadName(tidyLine(form.name), maxTokenNameLength);
    const date = describeTokenEndFault(endOf(form) ?? '', today(), formatUsDate);
    return { ...(name !== undefined && { name }), ...(date !== undefined && { date }) };
  }

  const { start } = createScreen({
    queries: [query],
    // The secret is shown once: leaving the page forgets it.
    onStart: () => [() => $created.set(undefined)],
  });

  return {
    $state: query.$state,
    retry: query.retry,
    $isChanging,
    $form,
    $faults,
    $created,
    $isFull,
    /** The choices of `period`, with the day that each ends on. */
    periods: periodChoices.map(({ value, label }) => ({
      value,
      label: value === ownDate ? label : `${label}, ${formatUsDate(addDays(today(), Number(value)))}`,
    })),
    lastDay: () => formatUsDate(addDays(today(), maxTokenDays)),
    edit(part: Partial<NewTokenForm>) {
      $form.set({ ...$form.get(), ...part });
    },
    async create(): Promise<void> {
      const form = $form.get();
      const endsOn = endOf(form);
      const hasFaults = Object.keys(faultsOf(form)).length > 0;
      $isChecked.set(hasFaults);
      if (hasFaults || endsOn === undefined) return;
      const body = { name: tidyLine(form.name), ends_on: endsOn };
      const created = await change(async () => {
        const result = await request(createAccessToken, { body });
        $created.set(result);
        return result;
      }, `The access token “${body.name}” was created.`);
      if (created) $form.set(emptyForm);
    },
    closeSecret() {
      $created.set(undefined);
    },
    async revoke({ id, name }: { id: string; name: string }): Promise<void> {
      const revoked = await change(
        () => request(revokeAccessToken, { params: { id } }),
        `The access token “${name}” was revoked.`,
      );
      if (revoked && $created.get()?.id === id) $created.set(undefined);
    },
    start,
  };
}

export type AccessTokensStore = ReturnType<typeof createAccessTokens>;
