import { describeHiddenCharacter, tidyLine } from '#lib/clean-line.ts';

/** Says why a tidy name is refused; undefined if it has 1 to `maxLength` characters, all of which can be seen. */
export function describeBadName(name: string, maxLength: number): string | undefined {
  const isLong = [...name].length > maxLength;
  if (name === '' || isLong) return `Enter a name of 1 to ${maxLength} characters.`;
  return describeHiddenCharacter(name);
}

/** The number of named views that one person can have. */
export const maxViews = 50;

export const maxViewNameLength = 80;

type Named = { readonly id: string; readonly name: string };

/** Says why a name cannot be given to a view. Undefined if it can. `id` is the view that is renamed. */
export function describeNameFault(text: string, views: readonly Named[], id?: string): string | undefined {
  const name = tidyLine(text);
  const fault = describeBadName(name, maxViewNameLength);
  if (fault !== undefined) return fault;
  const isTaken = views.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase());
  if (isTaken) return describeTakenName(name);
  return id === undefined && views.length >= maxViews ? describeFullList() : undefined;
}

export function describeTakenName(name: string): string {
  return `You already have a view named “${name}”. Choose another name.`;
}

export function describeFullList(): string {
  return `You already have ${maxViews} views. Delete one to save another.`;
}
