import type { Config } from '../config.ts';
import type { Store } from '../db/store.ts';
import type { ErrorReports } from './error-reports.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** What the portal says about itself to its operator's services; nothing by default. */
export type Telemetry = {
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  readonly errorReports?: ErrorReports | undefined;
};

/** Opens what is configured, and wraps the store if its statements are traced. The libraries of the rest are not loaded. */
export async function openTelemetry(
  config: Config,
  opened: Store,
  warn: (message: string) => void = console.warn,
): Promise<{ readonly store: Store; readonly telemetry: Telemetry }> {
  const tracing = config.traces && (await import('./tracing.ts')).createTracing(config.traces, warn);
  const store = tracing?.wrapStore(opened) ?? opened;
  const { port, token } = config.metrics;
  const hasMetrics = port !== undefined || token !== undefined;
  const metrics = hasMetrics ? (await import('./metrics.ts')).createMetrics(store, config) : undefined;
  const dsn = config.errorReportsDsn;
  const errorReports =
    dsn === undefined ? undefined : (await import('./error-reports.ts')).createErrorReports(dsn);
  return { store, telemetry: { metrics, tracing, errorReports } };
}

/** Sends what is still waiting, for a few seconds at most. */
export async function closeTelemetry({ tracing, errorReports }: Telemetry): Promise<void> {
  await Promise.all([tracing?.close(), errorReports?.close()]);
}
