import { mountPart } from '#kits/ui/mount-part.tsx';
import { parseFigureAddress } from './address.ts';
import { EmbeddedFigure } from './EmbeddedFigure.tsx';

const content = document.getElementById('content');
if (content) {
  const address = parseFigureAddress(location.pathname, location.search);
  // The scripts of the portal, which share files with this one, choose the theme of the portal.
  document.documentElement.dataset.theme = address.theme;
  mountPart(content, <EmbeddedFigure address={address} />);
}
