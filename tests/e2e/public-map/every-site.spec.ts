import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { mapPath, siteCount } from './map.ts';

type Fault = { name: string; faults: string[] };

/**
 * Chooses so many sites of the list in turn, inside the page, and measures what the visitor sees: the card whole within
 * the map or the window, nothing over its corners and its close button, and the site's mark beside it, in its ring.
 */
async function chooseEach(
  page: Page,
  cardSelector: string,
  chosen: readonly string[],
): Promise<{ count: number; faulty: Fault[] }> {
  return page.evaluate(
    async ([selector, wanted]) => {
      const frame = () => new Promise<void>((resume) => requestAnimationFrame(() => resume()));
      const faulty: Fault[] = [];
      let count = 0;
      const list = () => document.querySelector('ul[aria-label="Sites in view"]');
      const more = () =>
        [...document.querySelectorAll('button')].find((each) =>
          /^Show 100 more/.test(each.textContent ?? ''),
        );
      for (let button = more(); button; button = more()) {
        button.click();
        await frame();
      }
      const names = [...(list()?.querySelectorAll('button') ?? [])].length;

      async function until(check: () => boolean, frames = 120): Promise<boolean> {
        for (let turn = 0; turn < frames; turn += 1) {
          if (check()) return true;
          await frame();
        }
        return false;
      }
      const accent = getComputedStyle(document.querySelector('.leaflet-container') ?? document.body)
        .getPropertyValue('--map-accent')
        .trim();
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));

      /** Whether a place is in the map, with nothing over it. */
      function isVisible({ x, y }: { x: number; y: number }): boolean {
        const map = document.querySelector('.leaflet-container')?.getBoundingClientRect();
        const top = document.elementFromPoint(x, y);
        const isInMap = map && x > map.left && x < map.right && y > map.top && y < map.bottom;
        return Boolean(
          isInMap && top?.closest('.leaflet-container') && !top.closest('.leaflet-control, .leaflet-popup'),
        );
      }

      /** Where the ring of the chosen site is drawn, in the window; undefined without one. */
      function ringCenter(tip: DOMRect | undefined): { x: number; y: number } | undefined {
        const canvas = document.querySelector<HTMLCanvasElement>('canvas.map-canvas');
        const context = canvas?.getContext('2d', { willReadFrequently: true });
        if (!canvas || !context) return undefined;
        const box = canvas.getBoundingClientRect();
        const scale = box.width / canvas.width;
        // A popup's tip says where to look; reading all pixels takes longer.
        const [x, y, side] = tip
          ? [(tip.left + tip.right) / 2 - box.left - 40, tip.bottom - box.top - 40, 80]
          : [0, 0, undefined];
        const area = [
          x / scale,
          y / scale,
          (side ?? box.width) / scale,
          (side ?? box.height) / scale,
        ] as const;
        const { data, width } = context.getImageData(...area);
        const cells = new Map<number, { count: number; sumX: number; sumY: number }>();
        for (let at = 0; at < data.length; at += 4) {
          if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue || data[at + 3] !== 255)
            continue;
          const [px, py] = [(at / 4) % width, Math.floor(at / 4 / width)];
          // The ring is about 24 pixels wide; other marks of its color are smaller.
          for (const dx of [-1, 0, 1]) {
            for (const dy of [-1, 0, 1]) {
              const key = (Math.floor(px / 10) + dx) * 10_000 + Math.floor(py / 10) + dy;
              const cell = cells.get(key) ?? { count: 0, sumX: 0, sumY: 0 };
              cell.count += 1;
              cell.sumX += px;
              cell.sumY += py;
              cells.set(key, cell);
            }
          }
        }
        const isAccent = (px: number, py: number) => {
          const at = (Math.round(py) * width + Math.round(px)) * 4;
          return data[at] === red && data[at + 1] === green && data[at + 2] === blue;
        };
        /** In how many of 16 directions the color is met at the distance of the ring. */
        const roundness = (px: number, py: number) =>
          Array.from({ length: 16 }, (_, turn) => (turn * Math.PI) / 8).filter((angle) =>
            [7, 8, 9, 10, 11, 12, 13, 14, 15].some((far) =>
              isAccent(px + far * Math.cos(angle), py + far * Math.sin(angle)),
            ),
          ).length;
        const rings = [...cells.values()]
          .filter(({ count }) => count >= 60)
          .map(({ count, sumX, sumY }) => ({ x: sumX / count, y: sumY / count, count }))
          .filter((cell) => roundness(cell.x, cell.y) >= 14)
          .sort((one, other) => other.count - one.count)
          .map((cell) => ({ x: box.left + x + cell.x * scale, y: box.top + y + cell.y * scale }));
        return rings.find(isVisible) ?? rings[0];
      }

      for (let index = 0; index < names; index += 1) {
        const row = list()?.querySelectorAll('button')[index];
        if (!row) break;
        const name = row.firstElementChild?.textContent ?? '';
        if (!wanted.includes(name)) continue;
        row.click();
        count += 1;
        const faults: string[] = [];
        const card = () => document.querySelector<HTMLElement>(selector);
        const isShown = await until(() => {
          // A busy machine refuses some requests.
          [...(card()?.querySelectorAll('button') ?? [])]
            .find((each) => each.textContent === 'Try again')
            ?.click();
          return (
            card()?.querySelector('h2')?.textContent === name &&
            card()?.querySelector('ul[aria-label="Latest values"]') !== null
          );
        }, 600);
        if (!isShown) faults.push(`no card of this site: ${card()?.textContent?.slice(0, 80)}`);
        // Until the map has stopped moving below it.
        let last = '';
        await until(() => {
          const box = card()?.getBoundingClientRect();
          const now = `${box?.top} ${box?.left} ${box?.height}`;
          const isStill = now === last;
          last = now;
          return isStill;
        });
        await frame();
        await frame();
        const element = card();
        const map = document.querySelector('.leaflet-container')?.getBoundingClientRect();
        if (element && map) {
          const box = (
            element.querySelector('.leaflet-popup-content-wrapper') ?? element
          ).getBoundingClientRect();
          const inWindow =
            box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
          const isPopup = element.matches('.leaflet-popup');
          const inMap =
            box.left >= map.left && box.top >= map.top && box.right <= map.right && box.bottom <= map.bottom;
          if (!inWindow || (isPopup && !inMap)) {
            faults.push(`cut: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
          }
          const inset = 9;
          for (const [x, y] of [
            [box.left + inset, box.top + inset],
            [box.right - inset, box.top + inset],
            [box.left + inset, box.bottom - inset],
            [box.right - inset, box.bottom - inset],
          ] as const) {
            const top = document.elementFromPoint(x, y);
            if (!top || !element.contains(top))
              faults.push(`covered at ${Math.round(x)},${Math.round(y)} by ${top?.outerHTML.slice(0, 80)}`);
          }
          const close = element.querySelector<HTMLElement>('[aria-label^="Close"]');
          const at = close?.getBoundingClientRect();
          const over = at && document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
          if (!close || !over || !(close.contains(over) || over.contains(close)))
            faults.push('the close button is covered');
          const ring = ringCenter(element.querySelector('.leaflet-popup-tip')?.getBoundingClientRect());
          if (!ring) faults.push('no ring');
          else if (!isVisible(ring)) {
            faults.push(`the site is covered or outside: ${Math.round(ring.x)},${Math.round(ring.y)}`);
          }
          // One in ten, because the next site takes the place of this one.
          if (index % 10 === 0) {
            close?.click();
            if (!(await until(() => card() === null))) faults.push('the close button does not close');
          }
        }
        if (faults.length > 0) faulty.push({ name, faults });
      }
      return { count, faulty };
    },
    [cardSelector, chosen] as const,
  );
}

/**
 * Those at the rim of the map, where a card has least room, those with the longest names, and every 48th of the others,
 * drawn by `offset`.
 */
async function chooseSites(page: Page, offset: number): Promise<readonly string[]> {
  const sites = await (await page.request.get('/api/public-map/wells')).json();
  const by = (rankOf: (site: Site) => number) =>
    (sites as Site[]).toSorted((one, other) => rankOf(one) - rankOf(other));
  const rims = [by(({ latitude_dd }) => latitude_dd), by(({ longitude_dd }) => longitude_dd)];
  const long = by(({ loc_name }) => -loc_name.length).slice(0, 8);
  const drawn = (sites as Site[]).filter((_, at) => at % 48 === offset);
  const all = [...rims.flatMap((each) => [...each.slice(0, 5), ...each.slice(-5)]), ...long, ...drawn];
  return [...new Set(all.map(({ loc_name }) => loc_name))];
}

type Site = { readonly loc_name: string; readonly latitude_dd: number; readonly longitude_dd: number };

async function openList(page: Page, button: Locator): Promise<void> {
  // Rivers have the color of the ring that is looked for, and marks of conditions have rings of many sizes.
  // A wide map opens at the specified view, which leaves out the southern rim.
  const view = (page.viewportSize()?.width ?? 0) > 768 ? '&view=43.1,-112.55,6.5' : '';
  await page.goto(`${mapPath}?color=type&hide=Rivers+and+Reservoirs${view}`);
  await expect(siteCount(page)).toHaveText(/^374 of 374 sites in view$/);
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
}

for (const { name, width, height, card } of [
  { name: 'popup', width: 1440, height: 900, card: '.leaflet-popup' },
  { name: 'sheet', width: 390, height: 844, card: 'section[role=dialog]' },
]) {
  test.describe(`at ${width} by ${height}`, () => {
    test.use({ viewport: { width, height } });

    test(`a site of the list shows its ${name} whole, and its mark`, async ({ page }) => {
      test.setTimeout(600_000);
      await openList(page, page.getByRole('button', { name: 'List of sites' }));
      // The count is there before the rows.
      await expect(page.getByRole('list', { name: 'Sites in view' }).getByRole('listitem')).toHaveCount(100);
      const chosen = await chooseSites(page, name === 'popup' ? 0 : 2);
      const { count, faulty } = await chooseEach(page, card, chosen);
      expect(faulty).toEqual([]);
      expect(count).toBeGreaterThanOrEqual(chosen.length);
      expect(count).toBeGreaterThan(25);
    });
  });
}
