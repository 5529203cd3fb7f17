import { barNote } from '../drawing/bars.ts';
import { omittedNote } from '../drawing/log-scale.ts';
import { plotPixels } from '../drawing/plot-pixels.ts';
import type { ChartContent, Extent } from '../types.ts';

type NoteSettings = { readonly width: number; readonly window: Extent; readonly isLog: boolean };

/** What a drawing of a window cannot show as it is: values that a log scale leaves out, and bars that stand for several days. */
export function plotNotes(content: ChartContent, { width, window, isLog }: NoteSettings): readonly string[] {
  const all = [omittedNote(content, window, isLog), barNote(content, window, plotPixels(width))];
  return all.filter((each) => each !== undefined);
}
