/** The page that follows the landing page, for visitors and after signing in. */
export const firstScreen = '/watershed-overview/map-of-sites';
