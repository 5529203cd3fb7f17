import { readHeadline } from '#contract/headline.ts';
import { readSiteLatest } from '#contract/site-latest.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { mainRecordOf } from '#domain/parameters.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { request } from './api.ts';

/**
 * Says what everyone may know of what an address shows: of its site, of what a feature knows, or of the basin. Undefined
 * where nothing of it is open, or where it cannot be loaded.
 */
export async function readOpenFinding(query: URLSearchParams): Promise<string | undefined> {
  try {
    const site = siteOf(query);
    const said = site === undefined ? undefined : await describeSite(site, query.get('parameter'));
    return said ?? (await describeByFeature(query)) ?? (await describeBasin());
  } catch {
    return undefined;
  }
}

/** A fill of `open-findings`: what everyone may know of what an address shows. Undefined for other addresses. */
export type DescribeOpenFinding = (query: URLSearchParams) => Promise<string | undefined>;

const fills = Object.values(
  import.meta.glob<DescribeOpenFinding>('../features/*/fills/open-findings.ts', {
    eager: true,
    import: 'default',
  }),
);

async function describeByFeature(query: URLSearchParams): Promise<string | undefined> {
  const found = await Promise.all(fills.map((fill) => fill(query)));
  return found.find((each) => each !== undefined);
}

/** The first site that the address of a tool names: `location=14`, `left=14,15`, `chosen=site-41`. */
function siteOf(query: URLSearchParams): string | undefined {
  const named = ['location', 'left', 'right', 'locations', 'chosen', 'site'].map((key) => query.get(key));
  return named.flatMap((text) => /^(?:site-)?([1-9]\d{0,8})(?:,|$)/.exec(text ?? '')?.[1] ?? [])[0];
}

async function describeSite(location: string, parameter: string | null): Promise<string | undefined> {
  const { records } = await request(readSiteLatest, { params: { location } });
  const known = records.flatMap((each) =>
    each.rdate !== null && !each.is_withheld ? [{ ...each, rdate: each.rdate }] : [],
  );
  const finding = known.find((each) => String(each.parameter_ndx) === parameter) ?? mainRecordOf(known);
  if (!finding) return undefined;
  const { sentence } = describeFinding(finding, { today: todayInBasin(new Date()) });
  return `${finding.parameter_name} at ${finding.loc_name}: ${sentence}`;
}

async function describeBasin(): Promise<string | undefined> {
  const { storage, snow, flow } = await request(readHeadline, {});
  const [figure] = [storage, flow, snow].flatMap((each) => each ?? []);
  return figure && `${figure.value}: ${figure.lines.join(', ')}`;
}
