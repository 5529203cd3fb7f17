/** Divides a stamp into its date and its time of day, if it has one. */
export function divideStamp(text: string): { readonly date: string; readonly clock: string | undefined } {
  const trimmed = text.trim();
  const space = /[T ]+(?=\d{1,2}:)/.exec(trimmed);
  if (!space) return { date: trimmed, clock: undefined };
  return { date: trimmed.slice(0, space.index), clock: trimmed.slice(space.index + space[0].length) };
}

/** The three numbers of a date in digits with signs between, such as `4/7/2026`. */
export function numbersOfDate(date: string): readonly [string, string, string] | undefined {
  const [, first, , second, third] = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(date) ?? [];
  return first && second && third ? [first, second, third] : undefined;
}

/** Whether nothing but the order says which number is the month, and which the day. */
export function needsOrder(stamp: string): boolean {
  const [first] = numbersOfDate(divideStamp(stamp).date) ?? [];
  return first !== undefined && first.length < 4;
}
