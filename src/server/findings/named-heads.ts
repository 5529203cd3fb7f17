import type { BasinRecordKey } from '#contract/basin/basin-requests.ts';
import { delivererOf } from '#domain/deliverer.ts';
import type { Queryable } from '../db/queryable.ts';
import { type RecordHead, readHeads } from '../db/record-heads.ts';
import type { LatestOfRecord } from '../db/records.ts';

type NamedKey = Pick<BasinRecordKey, 'id' | 'parameter'>;

/** A head by the record's place in the basin file; undefined for a site that the portal does not show. */
export type HeadOf = (key: NamedKey) => RecordHead | undefined;

/** Reads the heads of records of the basin file, each once. */
export async function readNamedHeads(
  from: Queryable,
  keys: readonly NamedKey[],
  latest: readonly LatestOfRecord[],
): Promise<HeadOf> {
  const wanted = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const heads = await readHeads(from, wanted, latest);
  const byName = new Map(wanted.map((key, at) => [nameOf(key), heads[at]]));
  return (key) => byName.get(nameOf(key));
}

const nameOf = ({ id, parameter }: NamedKey) => `${parameter} ${id}`;

/** The fields of a record in the answer. */
export function toRecord(head: RecordHead) {
  const { loc_ndx, loc_id, loc_name, parameter_ndx, parameter_name, units_name } = head;
  return {
    loc_ndx,
    loc_id,
    loc_name,
    parameter_ndx,
    parameter_name,
    units_name,
    delivered_by: delivererOf(head),
  };
}
