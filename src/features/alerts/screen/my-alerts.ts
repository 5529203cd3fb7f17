import { atom, computed } from 'nanostores';
import type { Requester } from '#contract/request.ts';
import { basinTimeZone, isTimeZone } from '#lib/basin-clock.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createListChanges, createQuery, dataOf } from '#stores/queries.ts';
import {
  type AlertRule,
  type AlertSettings,
  deleteAlertRule,
  listAlertFirings,
  listAlertRules,
  muteAlertRule,
  readAlertSettings,
  saveAlertSettings,
} from '../contract.ts';

const dayMs = 86_400_000;

/** For how long a rule can be muted, in days. */
export const muteSpans = [1, 7, 30] as const;

type Settings = { readonly request: Requester; readonly now?: () => number };

/** A person’s rules with their firings, and the hours without mails. */
export function createMyAlerts({ request, now = Date.now }: Settings) {
  const rules = createQuery({ fetch: (signal) => request(listAlertRules, {}, { signal }) });
  const firings = createQuery({ fetch: (signal) => request(listAlertFirings, {}, { signal }) });
  const hours = createQuery({ fetch: (signal) => request(readAlertSettings, {}, { signal }) });
  const changes = createListChanges(rules);
  const hourChanges = createListChanges(hours);
  const $edited = atom<AlertSettings | undefined>(undefined);
  const $firingsOf = computed(firings.$state, (state) =>
    Map.groupBy(dataOf(state) ?? [], ({ rule_id }) => rule_id),
  );

  const { start } = createScreen({ queries: [rules, firings, hours] });

  return {
    ...{ rules, firings, hours, $firingsOf, start },
    $isChanging: changes.$isChanging,
    $isSavingHours: hourChanges.$isChanging,
    /** What the fields of the hours show: what is entered, or what is saved. */
    $settings: computed([hours.$state, $edited], (state, edited) => edited ?? dataOf(state)),
    isMuted: ({ muted_until: until }: AlertRule) => until !== null && Date.parse(until) > now(),
    mute(rule: AlertRule, days: number | undefined) {
      const until = days === undefined ? null : new Date(now() + days * dayMs).toISOString();
      return changes.change(
        () => request(muteAlertRule, { params: { id: rule.id }, body: { until } }),
        days === undefined ? `Mails again: ${rule.condition}.` : `Muted: ${rule.condition}.`,
      );
    },
    remove(rule: AlertRule) {
      return changes.change(
        () => request(deleteAlertRule, { params: { id: rule.id } }),
        `Deleted: ${rule.condition}.`,
      );
    },
    editHours(part: Partial<AlertSettings>) {
      const before = $edited.get() ?? dataOf(hours.$state.get());
      if (before) $edited.set({ ...before, ...part });
    },
    async saveHours(): Promise<void> {
      const body = $edited.get() ?? dataOf(hours.$state.get());
      if (!body) return;
      const saved = await hourChanges.change(
        () => request(saveAlertSettings, { body }),
        'The hours without mails were saved.',
      );
      if (saved) $edited.set(undefined);
    },
  };
}

export type MyAlertsStore = ReturnType<typeof createMyAlerts>;

/** The time zones to choose from: that of the person’s clock, that of the basin, and the chosen one. */
export function zonesOf(chosen: string): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([chosen, own, basinTimeZone()])].filter(isTimeZone);
}
