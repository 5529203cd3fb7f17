import { fold } from '#lib/fold.ts';

/** An option. `detail` is shown in small print below the label; `color` as a dot in front of it. */
export type Option<V extends string | number> = {
  readonly value: V;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly color?: string | undefined;
};

/**
 * Finds the options that have every typed word in label or detail: first those whose label begins with the text, then
 * those with a word that does, then the rest, each in the given order.
 */
export function matchOptions<O extends Option<string | number>>(
  options: readonly O[],
  text: string,
): readonly O[] {
  const wanted = fold(text.trim());
  const terms = wanted.split(/\s+/).filter(Boolean);
  if (terms.length === 0) return options;
  const ranked: [O[], O[], O[]] = [[], [], []];
  for (const option of options) {
    const label = fold(option.label);
    const searchText = option.detail === undefined ? label : `${label} ${fold(option.detail)}`;
    if (!terms.every((term) => searchText.includes(term))) continue;
    const rank = label.startsWith(wanted) ? 0 : label.includes(` ${wanted}`) ? 1 : 2;
    ranked[rank].push(option);
  }
  return ranked.flat();
}

/** Sorts chosen options first; both parts keep the given order. */
export function chosenFirst<V extends string | number, O extends Option<V>>(
  options: readonly O[],
  chosen: ReadonlySet<V>,
): readonly O[] {
  const isChosen = ({ value }: O) => chosen.has(value);
  return [...options.filter(isChosen), ...options.filter((option) => !isChosen(option))];
}

/** Adds values to the chosen ones, up to the limit. */
export function addUpTo<V>(chosen: readonly V[], more: readonly V[], max: number): readonly V[] {
  return [...new Set([...chosen, ...more])].slice(0, Math.max(max, chosen.length));
}

/** The option that Enter takes without a highlighted one: the only one that matches a typed text, if not yet chosen. */
export function onlyMatch<V extends string | number>(
  matches: readonly Option<V>[],
  text: string,
  chosen: ReadonlySet<V>,
): V | undefined {
  const [match, ...others] = matches;
  if (text.trim() === '' || match === undefined || others.length > 0) return undefined;
  return chosen.has(match.value) ? undefined : match.value;
}
