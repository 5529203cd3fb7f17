import { basin } from '#config/basin/basin.ts';

/** Of values that are for people with an account. */
export const needsToken = 'It needs an access token, which you create on your profile page.';

/** Says whether the link to values of these data providers needs an access token. */
export function describeAccess(
  providers: readonly string[],
  open: readonly string[] = basin.openProviders,
): string {
  return providers.every((each) => open.includes(each)) ? 'It needs no access token.' : needsToken;
}

/** Says what the link to a list of sites has without an access token. */
export function describeListAccess(open: readonly string[] = basin.openProviders): string {
  if (open.length === 0) return needsToken;
  return `Without an access token it has only the sites of ${open.join(', ')}.`;
}
