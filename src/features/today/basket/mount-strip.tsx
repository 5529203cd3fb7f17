import { createRoot } from 'react-dom/client';
import { BasketStrip } from './BasketStrip.tsx';

/** Shows the strip in place of what the page has there. */
export function mountStrip(place: HTMLElement): void {
  createRoot(place).render(<BasketStrip />);
}
