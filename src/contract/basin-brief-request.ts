import type { Basin } from './basin.ts';
import { type BasinRecordKey, createKeyOf } from './basin-record-key.ts';
import { parametersOf } from './basin-vocabulary.ts';

/** A member of the total; `capacity` is in AF. */
export type BriefMember = BasinRecordKey & { readonly capacity: number | undefined };

/** What the server reads for the brief of a day. */
export type BriefRequest = {
  readonly storage:
    | {
        readonly label: string;
        readonly parameter_name: string;
        readonly units_name: string;
        readonly members: readonly BriefMember[];
      }
    | undefined;
  readonly snow: readonly { readonly label: string; readonly sites: readonly BasinRecordKey[] }[];
  readonly rivers: readonly {
    readonly actual: BasinRecordKey;
    readonly natural: BasinRecordKey | undefined;
  }[];
  readonly springs: readonly BasinRecordKey[];
  readonly wells: readonly BasinRecordKey[];
  readonly reaches: readonly BasinRecordKey[];
  /** The ids of the parameters whose changes of a week are compared. */
  readonly moved: readonly number[];
};

/** What the server reads for the brief of a basin; nothing for a basin file without one. */
export function briefRequestOf(basin: Basin): BriefRequest {
  const {
    storage,
    snow = [],
    rivers = [],
    springs = [],
    wells = [],
    reaches = [],
    moved = [],
  } = basin.brief ?? {};
  const parameters = parametersOf(basin);
  const parameterOf = (name: string) => parameters.find((each) => each.name === name);
  const siteOf = (id: string) => basin.sites.find((site) => site.id === id);
  const keyOf = createKeyOf(basin);
  const toKey = ({ site, parameter }: { site: string; parameter: string }) => keyOf(site, parameter);
  const units = parameterOf(storage?.parameter ?? '')?.units ?? '';
  return {
    storage: storage && {
      label: storage.label,
      parameter_name: storage.parameter,
      units_name: units,
      members: storage.sites.map((id) => ({
        ...keyOf(id, storage.parameter),
        capacity: units === 'AF' ? siteOf(id)?.capacity_af : undefined,
      })),
    },
    snow: snow.map(({ label, sites }) => ({
      label,
      sites: sites.map((id) => keyOf(id, 'Snow Water Equivalent')),
    })),
    rivers: rivers.map(({ site, parameter, natural }) => ({
      actual: keyOf(site, parameter),
      natural: natural === undefined ? undefined : keyOf(natural, parameter),
    })),
    springs: springs.map(toKey),
    wells: wells.map(toKey),
    reaches: reaches.map(toKey),
    moved: moved.flatMap((name) => parameterOf(name)?.ndx ?? []),
  };
}
