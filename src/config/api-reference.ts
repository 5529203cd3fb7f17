import type { Access, Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { modelEndpoints } from './models/index.ts';

export type ApiCall = {
  readonly method: string;
  /** With `{name}` parameters. */
  readonly path: string;
  readonly who: string;
  readonly summary: string;
};

const who: Record<Access, string> = {
  open: 'Anyone',
  'signed-in': 'Signed-in people',
  administrator: 'Administrators',
};

/** Every call of the API, by its subject. */
export const apiReference: readonly { readonly subject: string; readonly calls: readonly ApiCall[] }[] = [
  ...Map.groupBy([...endpoints, ...modelEndpoints], ({ tags }) => tags?.[0] ?? 'Other'),
].map(([subject, calls]) => ({ subject, calls: calls.map(toCall) }));

function toCall({ method, path, access, summary }: Endpoint): ApiCall {
  return { method, path: path.replace(/:([a-z_]+)/gi, '{$1}'), who: who[access], summary };
}
