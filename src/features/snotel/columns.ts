import type { HucHealth, SiteHealth } from '#contract/hydro-health.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import { describeOmittedValues } from '#domain/flags.ts';
import { type DescribedFreshness, judgeFreshness, toDescribedFreshness } from '#domain/freshness.ts';
import type { Column } from '#kits/table/index.ts';

type YearHealth = {
  readonly percent: number | null;
  readonly inches: number;
  readonly toDate: boolean;
  /** The number of flagged values, which are not used. */
  readonly flagged: number;
};

/** A site or a HUC8 with its percentages by water year. */
export type HealthRow = {
  readonly id: number;
  readonly name: string;
  readonly huc8: string | null;
  readonly byYear: ReadonlyMap<number, YearHealth>;
  /** Undefined for a HUC8. */
  readonly freshness?: DescribedFreshness;
  /** The values are synthetic. */
  readonly isDemonstration?: boolean;
};

export function siteRows(sites: readonly SiteHealth[], today: string): readonly HealthRow[] {
  return rowsOf(sites, (site) => {
    const found = judgeFreshness(site.por_end, site.interval_days, today);
    const freshness = toDescribedFreshness(found, site.por_end);
    return {
      id: site.loc_ndx,
      name: site.loc_name,
      huc8: site.huc8_name,
      freshness,
      isDemonstration: site.is_demonstration,
    };
  });
}

export function hucRows(hucs: readonly HucHealth[]): readonly HealthRow[] {
  return rowsOf(hucs, (huc) => ({ id: huc.huc8_ndx, name: huc.huc8_name, huc8: huc.huc8_name }));
}

type Health = Pick<SiteHealth, 'hydro_health_pct' | 'indicator' | 'to_date' | 'water_year'> & {
  readonly flagged?: number;
};

function rowsOf<H extends Health>(
  all: readonly H[],
  headOf: (health: H) => Omit<HealthRow, 'byYear'>,
): readonly HealthRow[] {
  const byId = Map.groupBy(all, (each) => headOf(each).id);
  return [...byId.values()].flatMap((years) => {
    const [first] = years;
    if (!first) return [];
    const byYear = new Map(
      years.map((each) => [
        each.water_year,
        {
          percent: each.hydro_health_pct,
          inches: each.indicator,
          toDate: each.to_date,
          flagged: each.flagged ?? 0,
        },
      ]),
    );
    return [{ ...headOf(first), byYear }];
  });
}

/** Creates a column of percentages for each water year, the newest first. The current year is `to date`. */
function yearColumns(years: readonly number[], current: number): readonly Column<HealthRow>[] {
  return years
    .toSorted((one, other) => other - one)
    .map((year) => ({
      id: `y${year}`,
      header: year === current ? `${year} to date` : String(year),
      unit: '%',
      kind: 'number',
      value: (row) => row.byYear.get(year)?.percent ?? null,
      format: (value) => String(Math.round(value)),
      note: (row) => describeOmittedValues(row.byYear.get(year)?.flagged ?? 0),
    }));
}

/** Says that a site is late or has ended, and that its values are synthetic. */
function noteOfSite({ freshness, isDemonstration }: HealthRow): string | undefined {
  const isCurrent = freshness?.state !== 'late' && freshness?.state !== 'ended';
  const notes = [isCurrent ? undefined : freshness?.text, isDemonstration ? demonstrationNote : undefined];
  return notes.filter((note) => note !== undefined).join('. ') || undefined;
}

export function siteColumns(years: readonly number[], current: number): readonly Column<HealthRow>[] {
  return [
    {
      id: 'name',
      header: 'Location',
      kind: 'text',
      value: (row) => row.name,
      note: noteOfSite,
      mark: (row) => (row.freshness?.state === 'late' ? 'late' : undefined),
    },
    { id: 'huc8', header: 'HUC8', kind: 'text', filter: 'among', value: (row) => row.huc8 },
    ...yearColumns(years, current),
  ];
}

export function hucColumns(years: readonly number[], current: number): readonly Column<HealthRow>[] {
  return [
    { id: 'name', header: 'HUC8', kind: 'text', value: (row) => row.name },
    ...yearColumns(years, current),
  ];
}
