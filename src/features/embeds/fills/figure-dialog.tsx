import { createRoot, type Root } from 'react-dom/client';
import { ErrorBoundary } from '#kits/ui/ErrorBoundary.tsx';
import type { OpenFigureDialog } from '#stores/figure-dialog.ts';
import { figuresOf, offerFigure } from '../links.ts';
import { FigureDialog } from '../screen/FigureDialog.tsx';

let root: Root | undefined;

const openDialog: OpenFigureDialog = (subject) => {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  const [first, ...others] = figuresOf(subject);
  const figures = [offerFigure(first), ...others.map(offerFigure)] as const;
  const render = (isOpen: boolean) =>
    root?.render(
      <ErrorBoundary>
        <FigureDialog figures={figures} isOpen={isOpen} onClose={() => render(false)} />
      </ErrorBoundary>,
    );
  render(true);
};

export default openDialog;
