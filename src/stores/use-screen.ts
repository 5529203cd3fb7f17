import { useEffect, useState } from 'react';
import type { Screen } from './create-screen.ts';

/** Creates a screen once, starts it when the component mounts and ends it when the component unmounts. */
export function useScreen<S extends Pick<Screen, 'start'>>(create: () => S): S {
  const [screen] = useState(create);
  useEffect(() => screen.start(), [screen]);
  return screen;
}
