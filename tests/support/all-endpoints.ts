import { modelEndpoints } from '#config/models/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';

/** Every endpoint of the API, including those of the content models. */
export const allEndpoints: readonly Endpoint[] = [...endpoints, ...modelEndpoints];
