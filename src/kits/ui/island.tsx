import startIsland from '@astrojs/react/client.js';
import type { ComponentType } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';

type Start = ReturnType<typeof startIsland>;

/** Stands for Astro's script that starts the islands: each has an error boundary. See components/build/react-stand-ins.ts. */
export default function startGuardedIsland(element: HTMLElement): Start {
  const start = startIsland(element);
  return (Screen: ComponentType<object>, ...others) => {
    const Guarded = (props: object) => (
      <ErrorBoundary>
        <Screen {...props} />
      </ErrorBoundary>
    );
    start(Guarded, ...others);
  };
}
