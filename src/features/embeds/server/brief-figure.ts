import type { FindingAnswer } from '#contract/finding.ts';
import type { BriefSnow, BriefStorage } from '#contract/group-findings.ts';
import { type Delivery, deliveriesOfRecords, describeDeliverers } from '#domain/deliverer.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { describeSnow, describeStorage } from '#domain/finding/group-text.ts';
import { formatDay, formatUsDate } from '#lib/calendar.ts';
import { readFiguresOfDay } from '#server/findings/basin-figures.ts';
import { HttpProblem } from '#server/http/problems.ts';
import type { Figure, FigureFact } from '../contract.ts';
import { type FigureContext, todayPath } from './figure-context.ts';

type Part = {
  readonly fact: FigureFact;
  readonly through: string;
  readonly origins: readonly Delivery[];
};

/**
 * Reads the first figures of the brief of the day: storage, snow and river flows, as far as their values are open.
 * @throws HttpProblem 404 where there is nothing to show
 */
export async function readBriefFigure(context: FigureContext): Promise<Figure> {
  const { from, brief: request, on, scope } = context;
  const { storage, snow, rivers } = await readFiguresOfDay(from, request, on, scope);
  const parts = [
    ...storageParts(storage),
    ...snow.flatMap(snowParts),
    ...rivers.flatMap(({ actual }) => flowParts(actual, formatDay(on))),
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
    source: describeDeliverers(origins),
    through,
    path: todayPath,
    bar: null,
    season: null,
  };
}

function storageParts(storage: BriefStorage | null): readonly Part[] {
  if (!storage?.total) return [];
  const { label, total, members } = storage;
  const { value, fullness, standing, comparison, yearChange, rank } = describeStorage(storage);
  const text = [value, fullness, standing, comparison, yearChange, rank].filter((each) => each !== undefined);
  return [
    { fact: { label, value: text.join('; ') }, through: total.rdate, origins: deliveriesOfRecords(members) },
  ];
}

function snowParts(snow: BriefSnow): readonly Part[] {
  const { label, rdate, value } = snow;
  if (rdate === null || value === null) return [];
  const { percent, standing, yearBefore } = describeSnow(snow);
  const text = [percent && `${percent} of the median for the date`, standing, yearBefore].filter(Boolean);
  return [
    {
      fact: { label: `Snow, ${label}`, value: text.join('; ') },
      through: rdate,
      origins: deliveriesOfRecords([snow]),
    },
  ];
}

function flowParts(finding: FindingAnswer, on: string): readonly Part[] {
  const { loc_name, parameter_name, rdate } = finding;
  if (rdate === null) return [];
  const { value, standing, isProvisional } = describeFinding(finding, { today: on });
  const text = [value, standing, ...(isProvisional ? ['provisional'] : [])];
  return [
    {
      fact: { label: `${parameter_name}, ${loc_name}`, value: text.join('; ') },
      through: rdate,
      origins: deliveriesOfRecords([finding]),
    },
  ];
}
