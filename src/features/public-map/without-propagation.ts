import type { MouseEvent } from 'react';

/** For a click that removes its button or the popup: the map would then handle it as a click on itself. */
export function withoutPropagation(act: () => void) {
  return (event: MouseEvent): void => {
    event.stopPropagation();
    act();
  };
}
