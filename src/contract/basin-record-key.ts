import type { Basin } from './basin.ts';
import { parametersOf } from './basin-vocabulary.ts';

/** A record that the basin file names: the agency's id in upper case, as the database has it, and the site's name. */
export type BasinRecordKey = { readonly id: string; readonly name: string; readonly parameter: number };

/** Returns a function that finds a record by the ids of the basin file: the id of a site, and the name of a parameter. */
export function createKeyOf(basin: Basin): (site: string, parameter: string) => BasinRecordKey {
  const parameters = new Map(parametersOf(basin).map(({ name, ndx }) => [name, ndx]));
  const names = new Map(basin.sites.map(({ id, name }) => [id, name]));
  return (site, parameter) => ({
    id: site.toUpperCase(),
    name: names.get(site) ?? site,
    parameter: parameters.get(parameter) ?? 0,
  });
}
