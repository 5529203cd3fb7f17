import type { Access, Endpoint } from '#contract/endpoint.ts';
import { endpoints, subjectOf } from '#contract/index.ts';
import { models, recordEndpoints } from './models/index.ts';

export type ApiCall = {
  readonly method: string;
  /** Parameters are written as `{name}`. */
  readonly path: string;
  readonly who: string;
  readonly summary: string;
};

const accessLabels: Record<Access, string> = {
  open: 'Anyone',
  'open-values': 'Anyone for open providers, otherwise signed-in people',
  'signed-in': 'Signed-in people',
  administrator: 'Administrators',
  developer: 'Developers',
};

/** The values of the parameter `{model}`. */
export const modelNames = models.map(({ name }) => name);

/** Lists every endpoint by subject; those of content records once, for all models. */
export const apiReference: readonly { readonly subject: string; readonly calls: readonly ApiCall[] }[] = [
  ...[...Map.groupBy(endpoints, subjectOf)].map(([subject, calls]) => ({
    subject,
    calls: calls.map(toCall).toSorted((one, other) => one.path.localeCompare(other.path)),
  })),
  { subject: 'Records of a model', calls: callsOfAnyModel() },
];

function callsOfAnyModel(): readonly ApiCall[] {
  const [first] = models;
  const calls = first && recordEndpoints.get(first.name);
  if (!calls) return [];
  return Object.values(calls)
    .flatMap((call): Endpoint[] => ('get' in call ? [call.get, call.post] : [call]))
    .map(toCall)
    .map((call) => ({ ...call, path: call.path.replace(`/api/${first.name}`, '/api/{model}') }));
}

function toCall({ method, path, access, summary }: Endpoint): ApiCall {
  return { method, path: path.replace(/:([a-z_]+)/gi, '{$1}'), who: accessLabels[access], summary };
}
