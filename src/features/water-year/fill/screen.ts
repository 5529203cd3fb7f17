import type { FillOption, OutlookOptions } from '#config/outlook.ts';
import { type Fill, readFill } from '#contract/fill.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { createChoiceScreen } from '../season/choice-screen.ts';
import type { PageSettings } from '../shared/year-comparison.ts';
import { type FillChoice, readFillChoice, withIssueDay, writeFillChoice } from './fill-choice.ts';

export type FillScreen = ReturnType<typeof createFill>;

/** The state of what it takes to fill: which reservoirs, to what share, from when to when. */
export function createFill({ request, address, now, options }: PageSettings & { options: OutlookOptions }) {
  const today = todayInBasin(now());
  const seasonOf = (option: FillOption | undefined) =>
    options.points.find(({ id }) => id === option?.point)?.to ?? '12-31';
  const { choose, ...screen } = createChoiceScreen<Fill, FillChoice>({
    address,
    read: (query) => readFillChoice(query, options.fill, { today, seasonOf }),
    write: writeFillChoice,
    fetch: ({ reservoir, issued, by, target }, signal) =>
      request(
        readFill,
        { params: { id: reservoir }, query: { issued, by, target: String(target) } },
        { signal },
      ),
    isOpen: ({ issued, by }) => issued === undefined || by === undefined,
    resolve: ({ reservoir, target }, { issued, by }) => ({ reservoir, target, issued, by }),
  });
  const change = (next: Partial<FillChoice>) => choose({ ...screen.$choice.get(), ...next });

  return {
    ...screen,
    today,
    options: options.fill,
    seasonOf,
    setReservoir: (reservoir: string) => change({ reservoir }),
    /** Undefined: the latest. */
    setIssued: (issued: string | undefined) => choose(withIssueDay(screen.$choice.get(), issued)),
    setBy: (by: string) => change({ by }),
    setTarget: (target: number) => change({ target }),
  };
}
