import { atom } from 'nanostores';
import type { Requester } from '#contract/request.ts';
import { addressCodec, flagField } from '#lib/address-codec.ts';
import { isPlausibleDay } from '#lib/calendar.ts';
import { addressPart } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';
import { type AnalogYears, readAnalogYears } from '../contract.ts';
import { type AnalogWeights, equalWeights, formatAnalogWeights, parseAnalogWeights } from '../rules.ts';

/** The day that years are like, the latest by default, what the measures weigh, and whether a page shows them. */
type AnalogView = {
  readonly on: string | undefined;
  readonly weights: AnalogWeights;
  readonly isOpen: boolean;
};

const equal = formatAnalogWeights(equalWeights);

/** `analogs=yes&on=2026-04-01&weights=1,2,0,1`, for storage, snow, flow and gains */
export const analogCodec = addressCodec<AnalogView>({
  isOpen: flagField('analogs'),
  on: {
    key: 'on',
    initial: undefined,
    parse: (text) => (isPlausibleDay(text) ? text : undefined),
    format: (on) => on,
  },
  weights: {
    key: 'weights',
    initial: equalWeights,
    parse: parseAnalogWeights,
    format(weights) {
      const text = formatAnalogWeights(weights);
      return text === equal ? undefined : text;
    },
  },
});

export type Analogs = ReturnType<typeof createAnalogs>;

/** What the parts of the section are given. */
export type AnalogProps = {
  readonly analogs: Analogs;
  /** Draws years on the chart of the page. */
  readonly draw: (years: readonly number[]) => void;
};

/** The years most like the running one, loaded when they are looked at. */
export function createAnalogs(request: Requester) {
  const $view = atom<AnalogView>(analogCodec.initial);
  const query = createQuery<AnalogYears | null, { readonly weights: string; readonly on?: string }>({
    onSubmit: true,
    fetch: (signal, wanted) => request(readAnalogYears, { query: wanted }, { signal, identify: true }),
  });
  return {
    $view,
    query,
    /** Loads what the view asks for, unless that is there. */
    load() {
      const { on, weights } = $view.get();
      query.show({ weights: formatAnalogWeights(weights), ...(on !== undefined && { on }) });
    },
    setView: (change: Partial<AnalogView>) => $view.set({ ...$view.get(), ...change }),
    part: addressPart($view, {
      read: (text) => analogCodec.read(text).value,
      write: analogCodec.write,
      isStep: () => true,
    }),
  };
}
