import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';
import { pathOf } from '../http/problems.ts';
import { decodePath, hasSecretPath, isForFile } from './route-kind.ts';

/** Uses the request's own id if it is well-formed, otherwise a new one. */
export function createRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Configures structured logs without headers, bodies and queries, so that they contain no token or secret. */
export function loggerOptions(config: Config): FastifyServerOptions['logger'] {
  if (config.logLevel === 'silent') return false;
  return {
    level: config.logLevel,
    redact: ['authorization', 'token', 'secret', 'password', '*.authorization', '*.token', '*.secret'],
    serializers: {
      req: (request) => ({ method: request.method, path: loggedPath(request), from: request.ip }),
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

/** The path, without the parameters of a sign-in address, which is a secret of one browser, or of another secret address. */
function loggedPath(request: FastifyRequest) {
  const { url, config } = request.routeOptions;
  if (request.kind === 'sign-in' || (config && hasSecretPath(config))) return url?.replace(/:\w+/g, '…');
  if (!request.is404) return pathOf(request.url);
  // With another method, or more after it, a secret address has no route.
  const path = decodePath(request.url);
  const start = [...request.server.secretAddresses].find((each) => path.startsWith(each));
  return start === undefined ? pathOf(request.url) : `${start}…`;
}

/** Whether the log is read by people rather than programs. */
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

/** Logs one line per API or sign-in request; files of the pages are logged at level debug. */
export function addRequestLog(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    logAnswer(request, reply);
  });
}

/** For `addRequestLog`, and for requests that reach no hook, such as one with a malformed % escape. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply) {
  const level = isForFile(request) ? 'debug' : 'info';
  request.log[level]({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered');
}
