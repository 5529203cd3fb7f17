import { printPage } from '#kits/html/print-page.ts';
import { bindUnits, printedOrganization } from '#kits/html/print-sheet.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { weekdayAndDate } from '#lib/calendar-names.ts';
import { html } from '#lib/html.ts';
import { $session } from '#session/session.ts';
import type { MountTile, PacketSites, PacketTiles } from '#stores/tiles.ts';
import type { Brief } from '../../contract.ts';
import { describeDay } from '../../rules/sentence.ts';
import styles from './Packet.module.css';

/** What the sheets are of, from the basin file: written into the page when it is built. */
type PacketOptions = { readonly outlook: object | null; readonly snow: readonly string[] };

/** A part of another screen, and what that needs to know. */
type Part = { readonly load: () => Promise<MountTile>; readonly label: string; readonly of?: unknown };

/** Whether a packet is being made. */
let isMaking = false;

/**
 * Prints the board packet: a cover with the contents, the page Today, storage and snow, the outlook, the reaches, and a sheet for
 * each site of the basket. What cannot be had without an account, or not now, is named on the cover.
 */
export async function printPacket(page: HTMLElement, brief: Brief): Promise<void> {
  if (isMaking) return;
  isMaking = true;
  const options: PacketOptions = JSON.parse(page.dataset.packet ?? '{}');
  const cover = document.createElement('section');
  cover.className = `only-print ${styles.cover}`;
  const sheets = document.createElement('div');
  sheets.className = `only-print ${styles.sheets}`;
  page.before(cover);
  page.after(sheets);
  page.setAttribute('data-in-packet', '');
  const ends: (() => void)[] = [];
  const end = () => {
    for (const each of ends) each();
    for (const each of [cover, sheets]) each.remove();
    page.removeAttribute('data-in-packet');
    isMaking = false;
  };
  try {
    const on = brief.on === todayInBasin(new Date()) ? undefined : brief.on;
    const places = await Promise.all(
      partsOf(options, brief).map(async (part) => {
        const place = sheets.appendChild(document.createElement('div'));
        const mount = await part.load();
        ends.push(mount(place, { on, of: part.of }));
        return { place, label: part.label };
      }),
    );
    addEventListener('afterprint', end, { once: true });
    await printPage(() => {
      const found = places.map(({ place, label }) => ({
        label,
        titles: [...place.querySelectorAll('[data-sheet="ready"] > header h2')].map(
          (each) => each.textContent,
        ),
      }));
      cover.innerHTML = coverMarkup(brief, found).markup;
    });
  } catch (error) {
    end();
    throw error;
  }
}

const packetSites = Object.values(
  import.meta.glob<PacketSites>('../../../*/fills/packet-sites.ts', { eager: true, import: 'default' }),
);

const tiles: PacketTiles = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<PacketTiles>('../../../*/fills/packet-tiles.ts', { eager: true, import: 'default' }),
  ),
);

/** The sites that have a sheet each. */
function sitesOfPacket(): readonly number[] {
  return packetSites.flatMap((sites) => sites());
}

function partsOf({ outlook, snow }: PacketOptions, { storage }: Brief): readonly Part[] {
  const hasAccount = $session.get().status === 'signed-in';
  const part = (tile: string, label: string, of?: unknown): readonly Part[] => {
    const load = tiles[tile];
    return load ? [{ load, label, of }] : [];
  };
  return [
    ...(storage ? part('storage', 'Storage', storage) : []),
    ...(snow.length > 0 ? part('snow', 'Snow', snow) : []),
    ...(outlook && hasAccount ? part('outlook', 'Outlook', outlook) : []),
    ...(hasAccount ? part('board', 'Reaches') : []),
    ...sitesOfPacket().flatMap((site) => part('season', `Site ${site}`, site)),
  ];
}

type Found = { readonly label: string; readonly titles: readonly string[] };

/** The cover and Today are the first sheets. */
const sheetsBefore = 2;

function coverMarkup(brief: Brief, found: readonly Found[]) {
  const titles = found.flatMap(({ titles }) => titles);
  const missing = found.flatMap(({ label, titles }) => (titles.length === 0 ? [label.toLowerCase()] : []));
  const rows = ['Where the basin stands today', ...titles];
  return html`
    <p><strong>${printedOrganization()}</strong></p>
    <h1>Board packet</h1>
    <p>${weekdayAndDate(brief.on)}</p>
    <p class="${styles.sentence}">${bindUnits(describeDay(brief, todayInBasin(new Date())))}</p>
    <h2>Contents</h2>
    <ol>${rows.map((title, at) => html`<li><span>${bindUnits(title)}</span> <span>${String(at + sheetsBefore)}</span></li>`)}</ol>
    ${missing.length > 0 && html`<p class="quiet">Not in this packet, because it could not be had: ${missing.join(', ')}.</p>`}`;
}
