import { useStore } from '@nanostores/react';
import { VisuallyHidden } from '../../ui/index.ts';
import type { ChartContent } from '../types.ts';
import { describeReadOut, readOut } from './read-out.ts';
import type { Reading } from './reading.ts';

/** Announces readings by keyboard; those by pointer change too often. */
export function ReadOutAnnouncer({ content, reading }: { content: ChartContent; reading: Reading }) {
  const pointed = useStore(reading.$pointed);
  return (
    <div aria-live="polite">
      <VisuallyHidden>
        {pointed?.by === 'keys' ? describeReadOut(readOut(content, pointed.x)) : ''}
      </VisuallyHidden>
    </div>
  );
}
