import type { BriefSnow } from '#contract/group-findings.ts';
import type { Requester } from '#contract/request.ts';

/**
 * A fill of `basin-snow`: reads the snow of the groups of the basin on a day, the latest by default.
 * @throws RequestFailed
 */
export type ReadBasinSnow = (
  request: Requester,
  on: string | undefined,
  signal: AbortSignal,
) => Promise<readonly BriefSnow[]>;
