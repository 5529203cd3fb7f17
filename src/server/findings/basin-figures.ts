import type { BasinRecordKey, BriefRequest } from '#contract/basin/basin-requests.ts';
import type { FindingAnswer } from '#contract/finding.ts';
import type { BriefRiver, BriefSnow, BriefStorage } from '#contract/group-findings.ts';
import type { DayNumber } from '#lib/calendar.ts';
import { type FindingScope, readFindings } from '../db/findings.ts';
import type { Queryable } from '../db/queryable.ts';
import type { RecordHead } from '../db/record-heads.ts';
import { type LatestOfRecord, readLatest } from '../db/records.ts';
import { type HeadOf, readNamedHeads } from './named-heads.ts';
import { createRecordReader, type RecordReader, type WantedRanges } from './record-reader.ts';
import { findSnow, toSnow } from './snow-sums.ts';
import { findTotal, rangesOfMember, toStorage } from './storage-sum.ts';
import { readSumStandings } from './sum-standings.ts';

/** The days of the small line beside a value: four weeks before it. */
const recentDays = 28;

/** What the figures ask of the basin file: a system of reservoirs, groups of snow sites, and rivers. */
export type FiguresRequest = Pick<BriefRequest, 'storage' | 'snow' | 'rivers'>;

/** What the basin file asks for at all, without a figure. */
export const noFigures: FiguresRequest = { storage: undefined, snow: [], rivers: [] };

/** Records of the basin file on a day, with the last days of all records. */
export type BasinDay = {
  readonly from: Queryable;
  readonly on: DayNumber;
  readonly overview: readonly LatestOfRecord[];
  readonly headOf: HeadOf;
  readonly headsOf: (keys: readonly BasinRecordKey[]) => readonly RecordHead[];
  readonly reader: RecordReader;
};

/** Reads the heads of the records that the figures of a day are made of; `keys` are all of them. */
export async function openBasinDay(
  from: Queryable,
  keys: readonly Pick<BasinRecordKey, 'id' | 'parameter'>[],
  on: DayNumber,
): Promise<BasinDay> {
  const overview = await readLatest(from, { on });
  const headOf = await readNamedHeads(from, keys, overview);
  const headsOf = (some: readonly BasinRecordKey[]) => some.flatMap((key) => headOf(key) ?? []);
  return { from, on, overview, headOf, headsOf, reader: createRecordReader(from) };
}

/** The records of the figures: those of which each is a finding, and the snow sites, which are summed. */
export function keysOfFigures({ storage, snow, rivers }: FiguresRequest) {
  return {
    members: storage?.members ?? [],
    snow: snow.flatMap(({ sites }) => sites),
    rivers: rivers.flatMap(({ actual, natural }) => (natural ? [actual, natural] : [actual])),
  };
}

type FigureOptions = {
  /** Whether the readings of the last hours count. */
  readonly withReadings?: boolean;
  /** What else is read in the same statements: findings of records, and days of records into `reader`. */
  readonly others?: readonly BasinRecordKey[];
  readonly ranges?: readonly WantedRanges[];
};

/**
 * Reads the storage, the snow and the rivers of a day, as far as the reader may see them. Each statement reads few rows of
 * many records by the primary key. `findingsOf` gives the findings of records that were read.
 */
export async function readFigures(
  { from, on, headOf, headsOf, reader }: BasinDay,
  request: FiguresRequest,
  scope: FindingScope,
  { withReadings = false, others = [], ranges = [] }: FigureOptions = {},
): Promise<{
  readonly storage: BriefStorage | null;
  readonly snow: BriefSnow[];
  readonly rivers: BriefRiver[];
  readonly findingsOf: (keys: readonly BasinRecordKey[]) => FindingAnswer[];
}> {
  const { isReadable } = scope;
  const { storage } = request;
  const { members, rivers } = keysOfFigures(request);
  const findings = await readFindings(from, headsOf([...members, ...rivers, ...others]), {
    ...scope,
    on,
    recentDays,
    withReadings,
  });
  const findingsOf = (some: readonly BasinRecordKey[]) =>
    some.flatMap(({ id, parameter }) => findings.find(isOf(id, parameter)) ?? []);
  await reader.read([...headsOf(members).map((head) => ({ head, ranges: [rangesOfMember(on)] })), ...ranges]);
  const isWithheld = headsOf(members).some(({ loc_ndx }) => !isReadable(loc_ndx));
  const total = storage && !isWithheld ? findTotal(storage, headOf, reader, on) : undefined;
  const snow = request.snow.map((group) => findSnow(group, { headOf, isReadable, on }));
  const [standing, ...standingsOfSnow] = await readSumStandings(reader, [
    { heads: total?.heads ?? [], day: total?.day ?? on },
    ...snow.map(({ summed, day }) => ({ heads: summed, day: day ?? on })),
  ]);
  return {
    storage: storage
      ? toStorage(storage, { headOf, reader, findings: findingsOf(members), isWithheld, total, standing })
      : null,
    snow: snow.map((group, at) => toSnow(group, standingsOfSnow[at])),
    rivers: request.rivers.flatMap(({ actual, natural }) => {
      const [ofActual] = findingsOf([actual]);
      const [ofNatural = null] = natural ? findingsOf([natural]) : [];
      return ofActual ? [{ actual: ofActual, natural: ofNatural }] : [];
    }),
    findingsOf,
  };
}

function isOf(id: string, parameter: number) {
  return ({ loc_id, parameter_ndx }: FindingAnswer) => loc_id === id && parameter_ndx === parameter;
}

/** Reads the figures of a day, and no other records. */
export async function readFiguresOfDay(
  from: Queryable,
  request: FiguresRequest,
  on: DayNumber,
  scope: FindingScope,
) {
  const { members, snow, rivers } = keysOfFigures(request);
  return readFigures(await openBasinDay(from, [...members, ...snow, ...rivers], on), request, scope);
}
