import type { SeriesLocation } from '#contract/time-series.ts';
import { dataAddress } from '#domain/data-address.ts';
import type { DataLink } from '#kits/ui/LinkToData.tsx';
import { describeAccess } from '#stores/data-access.ts';
import { isLoading, type Results } from './results.ts';
import type { SideSeries } from './series.ts';

type Place = Pick<SeriesLocation, 'loc_ndx' | 'loc_id'>;

/** The address of the values of both axes as a file. Undefined without a value. */
export function dailyAddress(
  { shown, period }: Pick<Results, 'shown' | 'period'>,
  both: readonly SideSeries[],
  places: readonly Place[],
): string | undefined {
  const numbers = new Map(places.map((each) => [each.loc_ndx, each.loc_id]));
  const sitesOf = (side: SideSeries | undefined) =>
    side && shown[side.side].locations.flatMap((each) => numbers.get(each) ?? []).join(',');
  const [first, second] = both.filter(({ series }) => series.length > 0);
  if (!first) return undefined;
  return dataAddress('daily', {
    site: sitesOf(first),
    parameter: first.parameterName,
    second_site: sitesOf(second),
    second_parameter: second?.parameterName,
    from: period.start,
    to: period.end,
    as_of: shown.knownOn,
  });
}

/** The file is written while it is sent, so it has no order of its own. */
const wholeNote = 'It has every value of this result, in order of site and day.';

/** Links to the values of a result; without an address while they are loading. */
export function dailyLink(results: Results, both: readonly SideSeries[], places: readonly Place[]): DataLink {
  const providers = both.flatMap(({ series }) => series.map((daily) => daily.data_provider_name));
  return {
    address: isLoading(results) ? undefined : dailyAddress(results, both, places),
    access: `${describeAccess(providers)} ${wholeNote}`,
  };
}
