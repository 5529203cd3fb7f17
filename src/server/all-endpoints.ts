import { modelEndpoints } from '#config/models/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';

/** Every call of the API, those of the content models among them. */
export const allEndpoints: readonly Endpoint[] = [...endpoints, ...modelEndpoints];
