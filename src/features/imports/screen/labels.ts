import { demoAccounts } from '#config/identity.ts';
import { type ImportProgress, importSources, type ScheduleInterval } from '#contract/imports.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { sourceLabel, statusLabels } from '../../import-status/index.ts';

/** The choices of a source, in the order of the list. */
export const sourceChoices = (['all', ...importSources.filter((name) => name !== 'all')] as const).map(
  (value) => ({ value, label: sourceLabel(value) }),
);

export const intervalLabels: Readonly<Record<ScheduleInterval, string>> = {
  off: 'Off',
  '30m': 'Every 30 minutes',
  '1h': 'Every hour',
  '3h': 'Every 3 hours',
  '6h': 'Every 6 hours',
  '12h': 'Every 12 hours',
  '1d': 'Every day',
  '7d': 'Every week',
};

/** Names who or what started an import, for `reader`. Users of an external tenant are named by their subject. */
export function startedByLabel(startedBy: string | null, reader: string | undefined): string {
  if (startedBy === null) return 'unknown';
  if (startedBy === reader) return 'you';
  if (startedBy === 'schedule') return 'the schedule';
  if (startedBy === 'command line') return 'the command line';
  return demoAccounts.find(({ subject }) => subject === startedBy)?.name ?? startedBy;
}

/** "USGS, since 11/22/2026 4:12 AM, started by you" */
export function describeStart(
  { source, started_at, started_by }: ImportProgress,
  reader: string | undefined,
) {
  const time = formatMoment(started_at);
  return `${sourceLabel(source)}, since ${time}, started by ${startedByLabel(started_by, reader)}`;
}

/** "12 of 230 series, about 4 min left" */
export function describeCount({ series_done, series_total, seconds_left }: ImportProgress): string {
  const count =
    series_total === null
      ? `${series_done.toLocaleString('en-US')} series done`
      : `${series_done.toLocaleString('en-US')} of ${series_total.toLocaleString('en-US')} series done`;
  return seconds_left === null ? count : `${count}, ${describeTimeLeft(seconds_left)} left`;
}

function describeTimeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute';
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `about ${minutes} min`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "USGS: succeeded 11/22/2026 4:20 AM, started by you." */
export function describeEnd(
  { source, status, finished_at, started_by }: ImportProgress,
  reader: string | undefined,
): string {
  const time = finished_at === null ? '' : ` ${formatMoment(finished_at)}`;
  return `${sourceLabel(source)}: ${statusLabels[status].toLowerCase()}${time}, started by ${startedByLabel(started_by, reader)}.`;
}

/** Splits what was typed into a list of sites; undefined for all sites. */
export function parseSites(text: string): string[] | undefined {
  const sites = text
    .split(/[\s,;]+/)
    .map((site) => site.trim())
    .filter(Boolean);
  return sites.length === 0 ? undefined : [...new Set(sites)];
}
