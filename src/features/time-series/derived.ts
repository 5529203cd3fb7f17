import { computed, type ReadableAtom } from 'nanostores';
import type { Parameter, SeriesLocation } from '#contract/time-series.ts';
import { axesOf, type Selection, type Side, sides, whyNotReady } from '#domain/time-series/selection.ts';
import { locationsWith, parametersIn } from './choices.ts';
import { type Period, periodOf, presetOf } from './dates.ts';
import type { Lists } from './lists.ts';
import {
  dateNote,
  demonstrationNoteOf,
  flaggedNote,
  knownOnNote,
  lateNotes,
  missingDataNotes,
  noDataNote,
} from './notes.ts';
import { describeProgress, isDrawnAlike, isLoading, type Results } from './results.ts';
import { sideSeries } from './series.ts';

type Sources = {
  $selection: ReadableAtom<Selection>;
  $results: ReadableAtom<Results | undefined>;
  $lists: ReadableAtom<Lists>;
  today: string;
};

/** The stores that are computed from the selection, the lists and the results. */
export function createDerived({ $selection, $results, $lists, today }: Sources) {
  const offered = (side: Side) => {
    const $parameters = computed([$lists, $selection], ({ parameters }, { huc8s }) =>
      parametersIn(parameters ?? noParameters, huc8s),
    );
    const $locations = computed([$lists, $selection], ({ locations }, selection) =>
      locationsWith(locations ?? noLocations, selection.huc8s, selection[side].parameter),
    );
    const $record = computed([$lists, $selection], ({ locations }, selection) =>
      periodOfRecord(locations ?? noLocations, selection, [side]),
    );
    return { $parameters, $locations, $record };
  };
  const $record = computed([$lists, $selection], ({ locations }, selection) =>
    periodOfRecord(locations ?? noLocations, selection),
  );
  const whenLoaded = <T>(toNote: (results: Results) => T) =>
    computed($results, (results) => (results && !isLoading(results) ? toNote(results) : undefined));
  let drawn: Results | undefined;
  return {
    offered: { left: offered('left'), right: offered('right') },
    /** The period of record of the axes that are drawn. */
    $record,
    $preset: computed($selection, (selection) => presetOf(selection, today)),
    $whyNotReady: computed($selection, whyNotReady),
    $dateNote: computed([$selection, $record], dateNote),
    /** The results, the same object as long as they draw the same. */
    $drawn: computed($results, (results) => {
      if (!results || !drawn || !isDrawnAlike(drawn, results)) drawn = results;
      return drawn;
    }),
    $progress: computed($results, (results) => results && describeProgress(results)),
    $noDataNote: whenLoaded(noDataNote),
    $missingDataNotes: computed([$results, $lists], (results, { locations }) =>
      results && !isLoading(results) ? missingDataNotes(results, locations ?? noLocations) : [],
    ),
    $flaggedNote: whenLoaded(flaggedNote),
    $knownOnNote: computed($results, (results) => results && knownOnNote(results)),
    $demonstrationNote: whenLoaded(demonstrationNoteOf),
    $lateNotes: computed([$results, $lists], (results, { locations }) =>
      results && !isLoading(results) ? lateNotes(results, locations ?? noLocations, today) : [],
    ),
    $sideSeries: computed($results, (results) =>
      results ? sides.flatMap((side) => sideSeries(results, side) ?? []) : [],
    ),
  };
}

/** The period of record of the chosen locations, whatever the chosen dates. */
export function periodOfRecord(
  locations: readonly SeriesLocation[],
  selection: Selection,
  which: readonly Side[] = axesOf(selection),
): Period | undefined {
  const records = which.flatMap((side) => {
    const { parameter, locations: chosen } = selection[side];
    const wanted = new Set(chosen);
    return locations
      .filter((each) => wanted.has(each.loc_ndx))
      .flatMap((each) => each.records.filter((record) => record.parameter_ndx === parameter));
  });
  return periodOf(records);
}

const noParameters: readonly Parameter[] = [];
const noLocations: readonly SeriesLocation[] = [];
