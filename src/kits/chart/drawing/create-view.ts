import { parse, type Spec, View, type ViewOptions } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';

/** Creates a Vega view. The interpreter avoids `eval`, which the Content-Security-Policy forbids. */
export function createView(spec: Spec, options: ViewOptions): View {
  return new View(parse(spec, undefined, { ast: true }), { ...options, expr: expressionInterpreter });
}
