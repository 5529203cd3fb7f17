import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ImportSource } from '#contract/imports.ts';
import { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { describeFirstImport } from '#lib/demonstration.ts';
import { dataOf } from '#stores/queries.ts';
import type { ImportControls } from './import-controls.ts';

/** They store no values, or only those of series that were imported. */
const withoutFirstValues: ReadonlySet<ImportSource> = new Set<ImportSource>(['boundaries', 'now']);

/**
 * Asks before the first import of values into a demonstration, which it removes. Any other import begins at once.
 * @returns how to begin, and the dialog to render
 */
export function useFirstImport({
  demonstration,
}: ImportControls): readonly [
  begin: (source: ImportSource, action: string, onConfirm: () => void) => void,
  dialog: ReactNode,
] {
  const found = dataOf(useStore(demonstration.$state));
  const [ask, dialog] = useQuestion();
  const begin = (source: ImportSource, action: string, onConfirm: () => void) => {
    if (!found || found.series === 0 || withoutFirstValues.has(source)) onConfirm();
    else
      ask({
        title: 'End the demonstration?',
        text: describeFirstImport(found),
        action,
        isLoss: true,
        onConfirm,
      });
  };
  return [begin, dialog];
}
