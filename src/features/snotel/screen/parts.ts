import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import type { Requester } from '#contract/request.ts';
import type { ScreenSettings } from '#stores/create-screen.ts';
import type { Fault } from '#stores/queries.ts';
import type { HealthRow } from '../files/rows.ts';
import type { Chosen } from './chosen.ts';

/** What SNOTEL SWE Data gives to its parts. */
export type SnotelHost = {
  readonly request: Requester;
  /** The day in the basin, `YYYY-MM-DD`, and its water year. */
  readonly today: string;
  readonly current: number;
  readonly $chosen: ReadableAtom<Chosen | undefined>;
  /** The row of what is chosen. Undefined while the rows are loading. */
  readonly $row: ReadableAtom<HealthRow | undefined>;
  /** The chosen water year. */
  readonly $year: ReadableAtom<number>;
  /** Whether a station is chosen whose row has not been loaded. */
  readonly $isStationAwaited: ReadableAtom<boolean>;
  readonly choose: (chosen: Chosen | undefined) => void;
};

/** A part of SNOTEL SWE Data: its state in the address, and what it draws. */
export type SnotelPart = Required<Pick<ScreenSettings, 'parts' | 'submitted' | 'onStart'>> & {
  readonly name: string;
  /** What could not be loaded. */
  readonly $faults: ReadableAtom<readonly Fault[]>;
  /** Sentences about what the address asks for in vain. */
  readonly $refused: ReadableAtom<readonly string[]>;
  /** A row of a table is about to be chosen, with a click or a key. */
  readonly onRow: (chosen: Chosen) => void;
  /** Brings what it says of the chosen station into view. */
  readonly showStation: () => void;
  /** Beside the map. */
  readonly renderBeside: () => ReactNode;
  /** Between the map and the tables. */
  readonly renderBeneath: () => ReactNode;
  /** Below the tables. */
  readonly renderLast: () => ReactNode;
};

/** A fill of `snotel-parts`. */
export type CreateSnotelPart = (host: SnotelHost) => SnotelPart;

export const snotelParts: readonly CreateSnotelPart[] = Object.values(
  import.meta.glob<CreateSnotelPart>('../../*/fills/snotel-parts.tsx', { eager: true, import: 'default' }),
);
