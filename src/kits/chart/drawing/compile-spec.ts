import type { Spec } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

const positions: ReadonlySet<string> = new Set(['x', 'x2', 'y', 'y2']);

/**
 * Compiles a chart to Vega without what its rows make needless: they are sorted, have only finite numbers, and the extents of the
 * axes are signals. Vega would test, convert and sort each of 20,000 points, in interpreted expressions.
 */
export function compileSpec(spec: TopLevelSpec): Spec {
  return JSON.parse(JSON.stringify(compile(spec).spec), trim);
}

function trim(name: string, part: unknown): unknown {
  if (Array.isArray(part)) {
    // Alternatives: the last one is for a value that passes the tests.
    if (positions.has(name)) return part.at(-1);
    if (name === 'transform') return part.filter((each) => !isConversion(each));
    // The name of a segment, which has that of its series.
    if (name === 'groupby') return ['g'];
  }
  if (name === 'sort' || name === 'defined') return undefined;
  if (isRecord(part) && 'domainMin' in part && 'domainMax' in part) {
    const { domainMin, domainMax, ...scale } = part;
    return { ...scale, domain: [domainMin, domainMax] };
  }
  return part;
}

function isConversion(transform: unknown): boolean {
  return isRecord(transform) && typeof transform.expr === 'string' && transform.expr.startsWith('toNumber(');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
