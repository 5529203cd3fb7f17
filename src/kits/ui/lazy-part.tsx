import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { reportMissingPart } from '#lib/missing-part.ts';
import { Notice } from './Notice.tsx';

/**
 * Like React's `lazy`, but a part whose script cannot be loaded says so in its place; an error would end the whole
 * screen, with everything that was entered.
 *
 *     const MapPanel = lazyPart(() => import('./MapPanel.tsx').then((module) => module.MapPanel));
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.warn('A part of the page could not be loaded.', error);
      reportMissingPart();
      return { default: MissingPart };
    }
  });
}

function MissingPart() {
  return <Notice severity="error">This part of the page could not be loaded.</Notice>;
}
