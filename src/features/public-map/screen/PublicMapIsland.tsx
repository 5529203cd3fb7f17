import { todayInBasin } from '#lib/basin-clock.ts';
import { yieldToPage } from '#lib/page/yield-to-page.ts';

// Each script is evaluated in a task of its own, while the page still shows its skeleton: in one task, they would keep a
// phone from answering for a quarter of a second.
await import('#contract/public-map.ts');
await yieldToPage();
// The browser takes long to create its first clock of a time zone.
todayInBasin(new Date());
await yieldToPage();
await import('./MapArea.tsx');
await yieldToPage();
const { PublicMap } = await import('./PublicMap.tsx');
await yieldToPage();

/** The screen of the public map as an island. */
export const PublicMapIsland = PublicMap;
