import type { Basin } from '#contract/basin/basin.ts';
import { agenciesOf } from '#contract/basin/basin-vocabulary.ts';
import { sourceNames } from '#domain/agencies.ts';
import type { SourceTools } from '../source.ts';

/**
 * Adds the basin's addresses of services, e.g. as `USGS_URL`. Environment variables take precedence; an empty one counts as
 * unset.
 */
export function withBasinAddresses(
  environment: SourceTools['environment'],
  { agencies = {} }: Basin,
): SourceTools['environment'] {
  const addresses = sourceNames.flatMap((name): [string, string][] => {
    const variable = `${name.toUpperCase()}_URL`;
    const address = agencies[name]?.address;
    return address === undefined || environment[variable] ? [] : [[variable, address]];
  });
  return { ...environment, ...Object.fromEntries(addresses) };
}

/** Whether the basin uses a source. Those that are no agency, such as the boundaries, belong to every basin. */
export function isUsed(sourceName: string, basin: Basin): boolean {
  return (
    sourceNames.every((name) => name !== sourceName) || agenciesOf(basin).some((name) => name === sourceName)
  );
}

/** Describes why a source that the basin does not use is refused. */
export function describeUnusedSource(sourceName: string, basin: Basin): string {
  const used = agenciesOf(basin);
  return `The basin file of ${basin.name} does not use '${sourceName}', but ${used.join(', ') || 'no agency'}. Add it to agencies in that file, or choose another source.`;
}
