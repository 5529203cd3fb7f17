import type { Brief, BriefFlow, BriefSnow } from '#contract/brief.ts';
import type { Figure, FigureFact } from '#contract/figure.ts';
import { describeTotal } from '#domain/brief/total-text.ts';
import { describeSource } from '#domain/demonstration.ts';
import { describePercentOfMedian } from '#domain/percent-of.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { HttpProblem } from '../../http/problems.ts';
import { readBriefOf } from '../brief/brief.ts';
import { type FigureContext, readProviders } from './figure-context.ts';

/** The page of the brief. */
export const todayPath = '/watershed-overview/today';

type Part = { readonly fact: FigureFact; readonly through: string; readonly origins: readonly Origin[] };
type Origin = Parameters<typeof describeSource>[0][number];

/**
 * Reads the first figures of the brief of the day: storage, snow and river flows, as far as their values are open.
 * @throws HttpProblem 404 where there is nothing to show
 */
export async function readBriefFigure(context: FigureContext): Promise<Figure> {
  const { from, brief: request, on, isOpenProvider } = context;
  const brief = await readBriefOf(from, { ...request, springs: [], wells: [], reaches: [], moved: [] }, on);
  const keys = [
    ...(request.storage?.members ?? []),
    ...request.snow.flatMap(({ sites }) => sites),
    ...request.rivers.map(({ actual }) => actual),
  ];
  const providers = await readProviders(
    context,
    keys.map(({ id }) => id),
  );
  const isOpen = (id: string) => isOpenProvider(providers.get(id) ?? '');
  const toOrigin = ({ loc_id, loc_name, is_demonstration }: OriginFields): Origin => ({
    name: loc_name,
    provider: providers.get(loc_id) ?? '',
    isDemonstration: is_demonstration,
  });
  const parts = [
    ...storageParts(brief.storage, isOpen, toOrigin),
    ...request.snow.flatMap(({ sites }, at) => {
      // A site that the portal does not have adds nothing to the sum.
      const ids = sites.flatMap(({ id }) => (providers.has(id) ? id : []));
      const snow = brief.snow[at];
      if (!snow || !ids.every(isOpen)) return [];
      return snowParts(snow, (isDemonstration) =>
        ids.map((id) => ({ name: snow.label, provider: providers.get(id) ?? '', isDemonstration })),
      );
    }),
    ...brief.rivers.flatMap(({ actual }) => (isOpen(actual.loc_id) ? flowParts(actual, toOrigin) : [])),
  ];
  const through =
    parts
      .map((part) => part.through)
      .toSorted()
      .at(-1) ?? '';
  if (parts.length === 0) throw new HttpProblem(404, 'There is nothing to show of this day.');
  const facts = parts.map(({ fact, through: day }) =>
    day === through ? fact : { ...fact, value: `${fact.value}, on ${formatUsDate(day)}` },
  );
  const origins = parts.flatMap((part) => part.origins);
  return {
    title: `Storage, snow and rivers on ${formatUsDate(through)}`,
    text: `${facts.map(({ label, value }) => `${label}: ${value}`).join('. ')}.`,
    facts,
    source: describeSource(origins),
    through,
    path: todayPath,
    season: undefined,
  };
}

type OriginFields = Pick<BriefFlow, 'loc_id' | 'loc_name' | 'is_demonstration'>;
type ToOrigin = (record: OriginFields) => Origin;

function storageParts(
  storage: Brief['storage'],
  isOpen: (id: string) => boolean,
  toOrigin: ToOrigin,
): readonly Part[] {
  if (!storage?.total || !storage.members.every(({ loc_id }) => isOpen(loc_id))) return [];
  const { label, total, members } = storage;
  const { value, fullness, comparisons } = describeTotal(total, storage);
  const text = [value, fullness, ...comparisons].filter((each) => each !== undefined).join('; ');
  return [{ fact: { label, value: text }, through: total.rdate, origins: members.map(toOrigin) }];
}

function snowParts(
  { label, rdate, percent_of_median, value, is_demonstration }: BriefSnow,
  toOrigins: (isDemonstration: boolean) => readonly Origin[],
): readonly Part[] {
  if (rdate === null || value === null) return [];
  const percent = describePercentOfMedian(percent_of_median);
  const text =
    percent === undefined ? 'too little for a percentage of the median' : `${percent} for the date`;
  return [
    {
      fact: { label: `Snow, ${label}`, value: text },
      through: rdate,
      origins: toOrigins(is_demonstration),
    },
  ];
}

function flowParts(flow: BriefFlow, toOrigin: ToOrigin): readonly Part[] {
  const { loc_name, parameter_name, units_name, value, rdate, percent_of_median, approval } = flow;
  if (value === null || rdate === null) return [];
  const text = [
    describeQuantity(value, units_name),
    describePercentOfMedian(percent_of_median),
    approval === 'P' ? 'provisional' : undefined,
  ];
  return [
    {
      fact: {
        label: `${parameter_name}, ${loc_name}`,
        value: text.filter((each) => each !== undefined).join('; '),
      },
      through: rdate,
      origins: [toOrigin(flow)],
    },
  ];
}
