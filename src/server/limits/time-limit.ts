import process from 'node:process';

/** The setting, which `parseConfig` checks. */
export const timeLimitSetting = 'TIME_LIMIT_FACTOR';

/**
 * A time after which the portal gives up waiting, in milliseconds: the usual one, times the setting for slow or busy
 * machines. Read whenever it is needed, because `.env` is loaded after the modules.
 */
export const timeLimit = (usualMs: number): number =>
  usualMs * Math.max(1, Number(process.env[timeLimitSetting]) || 1);
