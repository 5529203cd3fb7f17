import { ErrorBoundary } from '#kits/ui/ErrorBoundary.tsx';
import { mountPart } from '#kits/ui/mount-part.tsx';
import { parseFigureAddress } from './address.ts';
import { EmbeddedFigure } from './EmbeddedFigure.tsx';

const content = document.getElementById('content');
if (content) {
  mountPart(
    content,
    <ErrorBoundary>
      <EmbeddedFigure address={parseFigureAddress(location.pathname, location.search)} />
    </ErrorBoundary>,
  );
}
