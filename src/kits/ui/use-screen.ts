import { useEffect, useState } from 'react';

/** Creates a screen once, starts it when the component mounts and ends it when the component unmounts. */
export function useScreen<S extends { start(): () => void }>(create: () => S): S {
  const [screen] = useState(create);
  useEffect(() => screen.start(), [screen]);
  return screen;
}
