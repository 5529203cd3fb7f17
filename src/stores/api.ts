import { createRequester } from '#client/request.ts';
import { publicEnvironment } from '#config/environment.ts';

/** The one requester of the page's islands. */
export const request = createRequester({ origin: publicEnvironment.PUBLIC_API_ORIGIN });
