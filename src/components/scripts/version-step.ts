import type { TypedText } from '#lib/typed-text.ts';

/**
 * A script or a style that could not be loaded: `needed` for what the visitor waits for, such as the screen or a
 * chart, or `optional`, where the page copes without and says itself what there is to say.
 */
export type MissingPiece = 'needed' | 'optional';

export type VersionFacts = {
  /** The build that the page is from. */
  readonly own: string;
  /** The build that the server has; undefined if it could not be asked. */
  readonly served: string | undefined;
  readonly missing: MissingPiece | undefined;
  readonly typed: TypedText;
  /** Whether this tab has reloaded itself for that build before. */
  readonly wasReloaded: boolean;
};

/** `notice`: a message with a button to reload. `reload`: once, without asking. */
export type VersionStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'reload' }
  | { readonly kind: 'notice'; readonly message: string };

export const newVersionMessage = 'A new version of the portal is available.';
export const reloadedMessage = 'The portal has a new version, so this page was reloaded.';
const unusable = 'The portal has a new version, and a part of this page can no longer be loaded.';

/** What follows for each kind of typed text, where a part of the page is missing. */
const advice: Readonly<Record<TypedText, string>> = {
  none: `${unusable} Reload the page.`,
  stored: `${unusable} Reload the page; what you have entered stays.`,
  unstored: `${unusable} Save or copy what you have entered, then reload the page.`,
};

/** Decides what a tab does that may be older than the portal, or that misses a script or a style. */
export function chooseVersionStep({ own, served, missing, typed, wasReloaded }: VersionFacts): VersionStep {
  const isOld = served !== undefined && served !== own;
  if (!missing) return isOld ? { kind: 'notice', message: newVersionMessage } : { kind: 'none' };
  if (isOld && typed === 'none' && !wasReloaded) return { kind: 'reload' };
  if (isOld) return { kind: 'notice', message: advice[typed] };
  if (missing === 'optional') return { kind: 'none' };
  return {
    kind: 'notice',
    message: 'A part of this page could not be loaded. Check the connection, then reload the page.',
  };
}

/** Whether an error's message is a browser's for a module that cannot be loaded. */
export function isModuleFault(message: string): boolean {
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(message);
}
