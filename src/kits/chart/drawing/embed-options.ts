import type { EmbedOptions } from 'vega-embed';
import { pointInterpreter } from './point-interpreter.ts';

/** The interpreter avoids `eval`, which the Content-Security-Policy forbids. Vega's own styles and menus are off. */
export const embedOptions: EmbedOptions = {
  mode: 'vega',
  renderer: 'canvas',
  ast: true,
  expr: pointInterpreter,
  actions: false,
  defaultStyle: false,
  tooltip: false,
  // Only errors: Vega would warn that the data are missing before the first frame.
  logLevel: 1,
};
