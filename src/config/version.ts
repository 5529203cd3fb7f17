import packageInfo from '../../package.json' with { type: 'json' };

/** The portal's version. Used where the pages are built, so that no page carries the whole file. */
export const version: string = packageInfo.version || '1.0.0';
