import type { Figure } from '#contract/figure.ts';
import { describeTotal } from '#domain/brief/total-text.ts';
import { describeSource } from '#domain/demonstration.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber, formatUsDate } from '#lib/calendar.ts';
import { HttpProblem } from '../../http/problems.ts';
import { readBriefOf } from '../brief/brief.ts';
import { noBrief } from '../brief/routes.ts';
import { todayPath } from './brief-figure.ts';
import { type FigureContext, readProviders, requireOpen } from './figure-context.ts';
import { daysOfSummedSeason, readSum, seasonOfSum } from './summed-season.ts';

/**
 * Reads the storage of the system: this water year and the last one over the statistics of the sums.
 * @throws HttpProblem 404 without a system, and without a total of the last 30 days
 * @throws HttpProblem 403 for values that are not open
 */
export async function readStorageFigure(context: FigureContext): Promise<Figure> {
  const { from, brief, on } = context;
  if (!brief.storage) throw new HttpProblem(404, 'The portal has no system of reservoirs.');
  const { storage } = await readBriefOf(from, { ...noBrief, storage: brief.storage }, on);
  const members = storage?.members ?? [];
  const providers = await readProviders(
    context,
    members.map(({ loc_id }) => loc_id),
  );
  requireOpen(context, providers.values());
  if (!storage?.total) {
    throw new HttpProblem(404, 'On no day of the last 30 do all of the reservoirs have a value.');
  }
  const { label, parameter_name, units_name, capacity, total } = storage;
  const day = dayNumber(total.rdate);
  const sum = await readSum(from, members, daysOfSummedSeason(day));
  const { value, fullness, changes, comparisons, provisional } = describeTotal(total, storage);
  const origins = members.map((each) => ({
    name: each.loc_name,
    provider: providers.get(each.loc_id) ?? '',
    isDemonstration: each.is_demonstration,
  }));
  const source = describeSource(origins);
  const isDemonstration = members.some((each) => each.is_demonstration);
  const amount = [value, fullness, provisional].filter((each) => each !== undefined).join(', ');
  return {
    title: label,
    text: `On ${formatUsDate(total.rdate)}: ${[amount, ...comparisons].join('; ')}.`,
    facts: [
      { label: `Storage, ${formatUsDate(total.rdate)}`, value: amount },
      { label: 'Change', value: changes.join('; ') },
      { label: 'Compared with other years', value: comparisons.join('; ') },
      { label: 'Reservoirs', value: members.map(({ loc_name }) => loc_name).join(', ') },
    ],
    source,
    through: total.rdate,
    path: todayPath,
    season: {
      ...seasonOfSum(sum, day, { parameter_name, loc_name: label, units_name }),
      facts: {
        parameter: parameterNdx.storage,
        year: 'water',
        measure: 'value',
        isReversed: false,
        capacity: capacity ?? undefined,
        source,
        isDemonstration,
      },
    },
  };
}
