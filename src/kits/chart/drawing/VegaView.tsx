import { VegaEmbed } from 'react-vega';
import type { Spec, View } from 'vega';
import type { EmbedOptions } from 'vega-embed';
import { expressionInterpreter } from 'vega-interpreter';
import { toErrorMessage } from '#lib/errors.ts';

/** The interpreter avoids `eval`, which the Content-Security-Policy forbids. Vega's own styles and menus are off. */
const embedOptions: EmbedOptions = {
  mode: 'vega',
  renderer: 'canvas',
  ast: true,
  expr: expressionInterpreter,
  actions: false,
  defaultStyle: false,
  tooltip: false,
};

type VegaViewProps = {
  /** A new object creates a new view. */
  spec: Spec;
  onDrawn: (view: View) => void;
  onError: (message: string) => void;
};

/** The canvas of a Vega view. */
export function VegaView({ spec, onDrawn, onError }: VegaViewProps) {
  return (
    <VegaEmbed
      aria-hidden="true"
      spec={spec}
      options={embedOptions}
      onEmbed={({ view }) => onDrawn(view)}
      onError={(cause) => onError(toErrorMessage(cause))}
    />
  );
}
