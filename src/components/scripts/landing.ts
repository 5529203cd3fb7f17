import { startHeadline } from './headline.ts';
import { startHero } from './hero.ts';
import { linkStartPage } from './start-page.ts';

// One file, because each script of its own costs the landing page a request.
linkStartPage();
startHero();
startHeadline();
