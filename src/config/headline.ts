import type { Headline, HeadlineFigure } from '#contract/headline.ts';

/**
 * Checks an answer of `readHeadline` without the schema's library, which is larger than all other scripts of the landing
 * page.
 * @throws TypeError
 */
export function parseHeadline(answer: unknown): Headline {
  if (!isHeadline(answer)) throw new TypeError('The answer is not a headline.');
  return answer;
}

function isHeadline(answer: unknown): answer is Headline {
  const { sites_text, conditions_text, storage, snow, flow, conditions }: Record<string, unknown> =
    Object(answer);
  return (
    isText(sites_text) &&
    isText(conditions_text) &&
    [storage, snow, flow].every((figure) => figure === null || isFigure(figure)) &&
    isListOf(conditions, isCondition)
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);

function isFigure(figure: unknown): figure is HeadlineFigure {
  const { value, lines }: Record<string, unknown> = Object(figure);
  return isText(value) && isListOf(lines, isText);
}

function isCondition(condition: unknown): boolean {
  const { class: name, places }: Record<string, unknown> = Object(condition);
  return isText(name) && isListOf(places, (place) => isListOf(place, Number.isFinite));
}
