import { startHeadline } from './headline.ts';
import { startHero } from './hero.ts';

// One file, because each script of its own costs the landing page a request.
startHero();
startHeadline();
