import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorReports } from '../telemetry/error-reports.ts';
import { routeLabels } from '../telemetry/route-labels.ts';

/** Called with an error that the request did not cause. */
export type OnFault = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Creates what passes faults of the portal to the configured collector. */
export function createFaultReporter(reports: ErrorReports | undefined): OnFault {
  return (error, request, reply) =>
    reports?.report(error, { ...routeLabels(request, reply), requestId: ownRequestId(request) });
}

/** The id that the portal made; one that the client sent may say who they are. */
function ownRequestId({ id, headers }: FastifyRequest): string | undefined {
  return headers['x-request-id'] === id ? undefined : id;
}
