import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

const warnEveryMs = 600_000;

/** Creates the exporter to a collector. It says when the collector refuses or is away, but not each time. */
export function createTraceExporter(
  { endpoint, timeoutMs }: { readonly endpoint: string; readonly timeoutMs: number },
  warn: (message: string) => void,
): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: timeoutMs });
  let warnedAt = -Infinity;
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - warnedAt > warnEveryMs) {
          warnedAt = performance.now();
          warn(`Traces cannot be sent (${result.error.message}). Check OTEL_EXPORTER_OTLP_ENDPOINT.`);
        }
        onResult(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
