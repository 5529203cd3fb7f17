import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** Draws a part of a screen into an element. @returns how to end it */
export function mountPart(element: HTMLElement, part: ReactNode): () => void {
  const root = createRoot(element);
  root.render(<ErrorBoundary>{part}</ErrorBoundary>);
  // Another root may be rendering now.
  return () => setTimeout(() => root.unmount());
}
