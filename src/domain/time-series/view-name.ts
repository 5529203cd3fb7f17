/** The number of named views that one person can have. */
export const maxViews = 50;

export const maxViewNameLength = 80;

/** Drops white space around a name, and repeated white space within it. */
export function tidyViewName(name: string): string {
  return name.trim().replace(/\s+/g, ' ');
}

/** Whether a tidy name can be saved: 1 to 80 characters, none of them a control character. */
export function isViewName(name: string): boolean {
  return name !== '' && [...name].length <= maxViewNameLength && !/\p{Cc}/u.test(name);
}

type Named = { readonly id: string; readonly name: string };

/** Says why a name cannot be given to a view. Undefined if it can. `id` is the view that is renamed. */
export function describeNameFault(text: string, views: readonly Named[], id?: string): string | undefined {
  const name = tidyViewName(text);
  if (!isViewName(name)) return `Enter a name of 1 to ${maxViewNameLength} characters.`;
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
