import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { Problem } from '#contract/endpoint.ts';
import { DataPoint, FilterOption, MapLayer, MapSource } from '#contract/public-map.ts';
import { packageInfo } from '../package-info.ts';
import { docsContentPolicy } from './security-headers.ts';

/** Schemas that the document refers to by name instead of repeating them. */
function namedSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ Problem, DataPoint, FilterOption, MapLayer, MapSource })) {
    registry.add(schema, { id });
  }
  return registry;
}

/** Serves `/api/openapi.json`, generated from the registered endpoints, and a reference at `/api/docs`. */
export function addOpenapi(app: FastifyInstance) {
  const schemaRegistry = namedSchemas();
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Monitoring Dashboard API',
        version: packageInfo.version,
        description:
          'Every error is `application/problem+json` (RFC 9457). Reads carry an `ETag`; send it back as `If-None-Match` to get 304 when nothing has changed.',
        license: { name: packageInfo.license },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description:
              'The token of a session, a JWT; or a personal access token from the profile page, which has no roles and may only read.',
          },
        },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
  app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: docsContentPolicy,
    theme: { title: 'Monitoring Dashboard API' },
    uiConfig: { layout: 'BaseLayout', deepLinking: true, docExpansion: 'list', tryItOutEnabled: true },
  });
}

export function registerOpenapiRoute(app: FastifyInstance) {
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'public, max-age=0, must-revalidate');
    return app.swagger();
  });
}
