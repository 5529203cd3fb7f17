import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';
import { pathOf } from '../http/problems.ts';
import { isApiUrl, isIdentityUrl } from './rate-limit.ts';

/** A request keeps the id it came with, if that is a plain one. */
export function createRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Structured logs without headers, bodies and queries, so that no token or secret can get into them. */
export function loggerOptions(config: Config): FastifyServerOptions['logger'] {
  if (config.logLevel === 'silent') return false;
  return {
    level: config.logLevel,
    redact: ['authorization', 'token', 'secret', 'password', '*.authorization', '*.token', '*.secret'],
    serializers: {
      req: (request) => ({ method: request.method, path: redactPath(request.url), from: request.ip }),
      res: (reply) => ({ status: reply.statusCode }),
    },
    ...(isPrettyLog(config) && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true },
      },
    }),
  };
}

/** Without what follows in the addresses of a sign-in, which is the secret of one browser. */
function redactPath(url: string) {
  return pathOf(url).replace(/^\/(authorize|interaction)\/.*/, '/$1/…');
}

/** Whether people rather than programs read the output. */
export function isPrettyLog(config: Config): boolean {
  return (config.logPretty ?? process.stdout.isTTY === true) && canResolve('pino-pretty');
}

function canResolve(name: string) {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** One line for each answered call of the API and the identity provider; the files of the pages only at level debug. */
export function addRequestLog(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const level = isApiUrl(request.url) || isIdentityUrl(request.url) ? 'info' : 'debug';
    request.log[level]({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
}
