import { createRoot, type Root } from 'react-dom/client';
import type { Brief } from '#contract/brief.ts';
import { ErrorBoundary } from '#kits/ui/ErrorBoundary.tsx';
import { FigureDialog } from '#kits/ui/overlay/FigureDialog.tsx';
import { briefFigures, offerFigure } from '#stores/figure-links.ts';
import { showToast } from '#stores/toasts.ts';

let root: Root | undefined;

/** Opens the dialog of the figures that a brief has. Closed, it returns the focus to where it was. */
export function openFigures(brief: Brief): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  const [first, ...others] = briefFigures(brief);
  const figures = [offerFigure(first), ...others.map(offerFigure)] as const;
  const render = (isOpen: boolean) =>
    root?.render(
      <ErrorBoundary>
        <FigureDialog figures={figures} isOpen={isOpen} onClose={() => render(false)} notify={showToast} />
      </ErrorBoundary>,
    );
  render(true);
}
