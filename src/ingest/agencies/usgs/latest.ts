import type { FetchContext } from '../../agency.ts';
import { readNumber } from '../../reading/parse-number.ts';
import type { SentReadings } from '../../source.ts';
import { codesOf, describeStatistic, parametersByCode, readingStatistics } from './codes.ts';
import type { LatestRow, UsgsRecordInfo } from './parse.ts';
import { createItemsFetch, fetchLatestRows, fetchRecordInfos } from './requests.ts';

const dayMs = 86_400_000;

/** Fetches the latest reading of each series of some sites. Of several sensors, that of the main one. */
export async function fetchLatestReadings(
  sites: readonly string[],
  context: FetchContext,
): Promise<SentReadings[]> {
  const { targets } = context;
  const broken: string[] = [];
  const fetchItems = createItemsFetch(context, (message) => broken.push(message));
  const wanted = targets.all.filter(({ key }) => sites.includes(key)).map(({ parameter }) => parameter);
  const rows = await fetchLatestRows(fetchItems, { sites, codes: codesOf(wanted) });
  const unknown = [...new Set(rows.map(({ site }) => site))].filter((site) => !sites.includes(site));
  const groups = [...Map.groupBy(rows, ({ site, code }) => `${site} ${code}`)].flatMap(([name, all]) => {
    const [{ site = '', code = '' } = {}] = all;
    const target = sites.includes(site) && targets.targetOf(site, ...(parametersByCode[code] ?? []));
    return target ? [{ name, site, code, target, rows: currentRows(all) }] : [];
  });
  const doubtful = groups.filter((group) => new Set(group.rows.map(({ id }) => id)).size > 1);
  const records =
    doubtful.length === 0
      ? []
      : await fetchRecordInfos(fetchItems, {
          sites: [...new Set(doubtful.map(({ site }) => site))],
          codes: [...new Set(doubtful.map(({ code }) => code))],
        });
  return [
    ...unknown.map((name): SentReadings => ({ kind: 'unknown', name })),
    ...broken.map((message): SentReadings => ({ kind: 'incomplete', name: 'USGS', message })),
    ...groups.map(({ name, target, rows: current }): SentReadings => {
      const ranked = current.toSorted((one, other) => rankOf(one, records) - rankOf(other, records));
      const first = ranked.find(({ reading }) => readNumber(reading.value) !== 'missing') ?? ranked[0];
      const wrong = first && !readingStatistics.includes(first.statistic) ? first.statistic : undefined;
      if (wrong !== undefined) {
        const message = `These are no readings, but the ${describeStatistic(wrong)}.`;
        return { kind: 'refused', name, message };
      }
      const readings = current.filter(({ id }) => id === first?.id).map(({ reading }) => reading);
      const notes =
        first === ranked[0] ? [] : [`The reading is of the series ${first?.id}: the main one has no value.`];
      return { kind: 'readings', name, target, unit: first?.unit ?? '', readings, notes };
    }),
  ];
}

/** Leaves out the series of one parameter that ended while another went on. */
function currentRows(rows: readonly LatestRow[]): readonly LatestRow[] {
  const timeOf = ({ reading: { time } }: LatestRow) => (typeof time === 'number' ? time : -Infinity);
  const newest = Math.max(...rows.map(timeOf));
  const current = rows.filter((row) => timeOf(row) > newest - dayMs);
  return (current.length > 0 ? current : rows).toSorted(
    (one, other) => timeOf(other) - timeOf(one) || one.id.localeCompare(other.id),
  );
}

/** The main record comes first, then one that is at no place of its own. */
function rankOf({ id }: LatestRow, records: readonly UsgsRecordInfo[] | undefined): number {
  const record = records?.find((each) => each.id === id);
  if (record?.isPrimary) return 0;
  return record && record.sublocation === undefined ? 1 : 2;
}
