import { findRoute } from '#config/routes.ts';
import { readOpenedAddress } from '#session/opened-address.ts';

/** Shows what the visitor has opened: the screen, what is open to everyone of it, and a picture. */
async function showIntro(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-sign-in-intro]');
  const address = readOpenedAddress();
  const url = address === undefined ? null : URL.parse(address, location.origin);
  const path = url && findRoute(url.pathname)?.path;
  const template = [...document.querySelectorAll<HTMLTemplateElement>('[data-intro-of]')].find(
    (each) => each.dataset.introOf === path,
  );
  if (!place || !url || !template) return;
  place.replaceChildren(template.content.cloneNode(true));
  place.hidden = false;
  const finding = place.querySelector<HTMLElement>('[data-intro-finding]');
  if (!finding) return;
  const { readOpenFinding } = await import('#stores/open-finding.ts');
  finding.textContent = (await readOpenFinding(url.searchParams)) ?? '';
}

void showIntro();
