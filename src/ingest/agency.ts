import type { SourceName } from '#contract/basin.ts';
import { type DayNumber, dayNumber, yesterdayInDenver } from '#domain/calendar.ts';
import { type Ask, createAsk } from './ask.ts';
import { type SourceTargets, targetsOf } from './basin/targets.ts';
import { inBatches } from './batches.ts';
import type { Reading, Source, SourceRequest, SourceSeries, SourceTools } from './source.ts';

/** Before this there is little that agencies have as daily values. */
const recordsBegin = '1980-10-01';

/** What is asked of a service, and with what. Days are included. */
export type Question = {
  readonly targets: SourceTargets;
  readonly first: DayNumber;
  readonly last: DayNumber;
  readonly ask: Ask;
  readonly tools: SourceTools;
};

/** How a service is asked for series by the keys of the basin file. @throws SourceRefused, each of its ways */
export type Service = {
  read(keys: readonly string[]): Promise<readonly SourceSeries[]>;
  /** Another way to one key, where the first is refused. */
  fallback?(key: string): Promise<readonly SourceSeries[]>;
};

/** What differs from agency to agency; the engine batches, retries, splits and reports. */
export type Agency = {
  readonly title: string;
  readonly source: SourceName;
  /** So many keys fit into one question. */
  readonly batchSize: number;
  /** Milliseconds between requests. */
  readonly pause: number;
  headers?(environment: SourceTools['environment']): Readonly<Record<string, string>>;
  /** The keys that a name on the command line stands for; without it, the one that it is. */
  keysNamed?(name: string, keys: readonly string[]): readonly string[];
  open(question: Question): Service;
  /** Reads a saved answer; `site` is the only one that was named. @throws SourceRefused */
  readText(
    text: string,
    targets: SourceTargets,
    since: DayNumber | undefined,
    site: string | undefined,
  ): Iterable<SourceSeries>;
};

/** An importer out of what is particular to its agency. */
export function sourceOf(agency: Agency): Source {
  const { title, source, batchSize, pause } = agency;
  const isSame = (name: string) => (key: string) => key.toLowerCase() === name.trim().toLowerCase();
  const keysNamed = (name: string, keys: readonly string[]) =>
    agency.keysNamed?.(name, keys) ?? keys.filter(isSame(name));

  return {
    title,
    *readFile(text, { since, sites }, basin) {
      const targets = targetsOf(basin, source);
      const keys = keysOf(targets);
      const wanted = sites && new Set(sites.flatMap((name) => keysNamed(name, keys)));
      const site = sites?.length === 1 ? [...(wanted ?? [])][0] : undefined;
      const isWanted = (series: SourceSeries) =>
        !wanted || series.kind === 'unknown' || [...wanted].some((key) => isOf(series, key));
      for (const series of agency.readText(text, targets, sinceDay(since), site)) {
        if (isWanted(series)) yield series;
      }
    },
    async *fetch({ since, sites, isKept = () => true }: SourceRequest, tools, basin) {
      const targets = targetsOf(basin, source, sites ? 'any' : 'first');
      const keys = keysOf(targets);
      for (const name of sites ?? []) {
        if (keysNamed(name, keys).length === 0) yield { kind: 'unknown', name };
      }
      const names = sites ? [...new Set(sites.flatMap((name) => keysNamed(name, keys)))] : keys;
      const ask = createAsk(tools, { pause, headers: agency.headers?.(tools.environment) ?? {} });
      const last = dayNumber(yesterdayInDenver(tools.now()));
      const readSince = (some: readonly string[], first: string) => {
        const service = agency.open({ targets, first: dayNumber(first), last, ask, tools });
        return inBatches({ names: some, size: batchSize, ...service }, tools);
      };
      const isLacking = (name: string) =>
        targets.all.some(({ key, target }) => key === name && !isKept(target));
      // What is lacking has to come from its beginning.
      const lacking = names.filter(isLacking);
      yield* readSince(lacking, recordsBegin);
      yield* readSince(
        names.filter((name) => !lacking.includes(name)),
        since ?? recordsBegin,
      );
    },
  };
}

/** Every agency's series are named by their key, and then by what it is. */
function isOf({ name }: SourceSeries, key: string): boolean {
  const [whole, start] = [name.toLowerCase(), key.toLowerCase()];
  return whole === start || whole.startsWith(`${start} `);
}

function keysOf({ all }: SourceTargets): readonly string[] {
  return [...new Set(all.map(({ key }) => key))];
}

const sinceDay = (since: string | undefined) => (since === undefined ? undefined : dayNumber(since));

/** The same series out of several answers, such as of several spans of years; a day that two of them have counts once. */
export function joined(parts: readonly SourceSeries[]): SourceSeries[] {
  return [...Map.groupBy(parts, ({ name }) => name).values()].flatMap((same): SourceSeries[] => {
    const odd = same.find(({ kind }) => kind !== 'read');
    const read = same.filter((part) => part.kind === 'read');
    const [first, ...others] = read;
    if (odd) return [odd];
    if (!first) return [];
    if (others.length === 0) return [first];
    const byDay = new Map<DayNumber, Reading>();
    const rejections = read.flatMap((part) => part.rejections);
    for (const reading of read.flatMap(({ readings }) => readings)) {
      const { day, value } = reading;
      const before = byDay.get(day);
      if (!before) byDay.set(day, reading);
      else if (before.value !== value) {
        rejections.push({ day, value: String(value), reason: 'a second value of its day' });
      }
    }
    const readings = [...byDay.values()].sort((one, other) => one.day - other.day);
    return [{ ...first, readings, rejections, missing: read.reduce((sum, { missing }) => sum + missing, 0) }];
  });
}
