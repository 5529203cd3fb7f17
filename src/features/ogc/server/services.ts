import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ValueAccess } from '#server/access/value-access.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { CachedBody } from '#server/http/cached-body.ts';
import { badInput, HttpProblem } from '#server/http/problems.ts';
import { type HandlerInput, type HandlerResult, registerEndpoint } from '#server/http/register-endpoint.ts';
import type { DownloadSlots } from '#server/limits/download-limits.ts';
import { type Dataset, type Datasets, type Item, qualityName } from './datasets.ts';
import { type Addresses, chooseFormat, type Format, formatsOf, jsonFormat } from './formats.ts';
import type { ParameterRow } from './queries.ts';

export type OgcServices = {
  readonly from: Queryable;
  readonly addresses: Addresses;
  readonly valueAccess: ValueAccess;
  readonly slots: DownloadSlots;
  readDatasets(): Promise<Datasets>;
};

/** An endpoint whose `f` chooses the format of its answer. */
type OgcEndpoint = Endpoint & { readonly query: z.ZodMiniType<{ f?: string | undefined }> };

/** Registers an endpoint whose answer has the format that `f`, or the header Accept, asks for. */
export function registerOgcEndpoint<E extends OgcEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (
    call: HandlerInput<E>,
    asked: { readonly format: Format; readonly request: FastifyRequest },
  ) => Promise<HandlerResult<E>>,
): void {
  registerEndpoint(app, endpoint, async (call, request) => {
    const { f } = endpoint.query.parse(request.query);
    const format = chooseFormat(formatsOf(endpoint), { f, accept: request.headers.accept });
    return handler(call, { format, request });
  });
}

export function toBody(document: object, { type }: Format = jsonFormat): CachedBody {
  return new CachedBody(JSON.stringify(document), { type });
}

/** @throws HttpProblem 404 */
export function findDataset({ byId }: Datasets, id: string): Dataset {
  const dataset = byId.get(id);
  if (!dataset) throw new HttpProblem(404, 'There is no such collection. /ogc/collections lists them.');
  return dataset;
}

/** @throws HttpProblem 404 */
export function findItem(dataset: Dataset, id: string): Item {
  const item = dataset.byId.get(id);
  if (!item) throw new HttpProblem(404, `There is no such feature in ${dataset.id}.`);
  return item;
}

type ParameterDataset = Dataset & { readonly parameter: ParameterRow };

/** @throws HttpProblem 404 for a collection without values */
export function findParameterDataset(datasets: Datasets, id: string): ParameterDataset {
  const dataset = findDataset(datasets, id);
  const { parameter } = dataset;
  if (!parameter)
    throw new HttpProblem(404, `The collection ${id} has features only: /ogc/collections/${id}/items.`);
  return { ...dataset, parameter };
}

/**
 * The parameters that `parameter-name` asks for, all by default.
 * @throws HttpProblem 400 for a name that the collection does not have
 */
export function checkParameterNames({ id }: Dataset, wanted: string | undefined): readonly string[] {
  const all = [id, qualityName];
  if (wanted === undefined) return all;
  const names = wanted.split(',');
  for (const name of names) {
    if (all.includes(name)) continue;
    throw badInput(
      'query.parameter-name',
      `There is no parameter "${name}" in ${id}; there are ${all.join(' and ')}.`,
    );
  }
  return all.filter((name) => names.includes(name));
}
