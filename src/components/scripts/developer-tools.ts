import { publicEnvironment } from '#config/environment.ts';
import { dateFormats, formatInstant } from '#lib/calendar-text.ts';
import { createElement } from '#lib/page/create-element.ts';
import { $session } from '#session/session.ts';
import { $lastResponses } from '#stores/last-responses.ts';

type Row = readonly [name: string, value: string];

function createDefinitionList(rows: readonly Row[]): HTMLElement {
  const entries = rows.flatMap(([name, value]) => [
    // Lets a long name wrap after its underscores.
    createElement('dt', {}, ...name.split(/(?<=_)/).flatMap((part) => [part, createElement('wbr')])),
    createElement('dd', {}, value === '' ? '(empty)' : value),
  ]);
  return createElement('dl', { class: 'terms' }, ...entries);
}

function createSection(title: string, ...children: HTMLElement[]): HTMLElement {
  return createElement(
    'section',
    {},
    createElement('h3', { class: 'text-md apart-below' }, title),
    ...children,
  );
}

function environmentRows(version: string): Row[] {
  const settings = {
    ...publicEnvironment,
    PUBLIC_MAPBOX_TOKEN: maskSecret(publicEnvironment.PUBLIC_MAPBOX_TOKEN),
  };
  return [
    ['Version', version],
    ['Build', import.meta.env.MODE],
    ['Address', location.origin],
    ...Object.entries(settings).map(([name, value]): Row => [name, String(value)]),
  ];
}

function createResponseList(): HTMLElement[] {
  const all = $lastResponses.get();
  if (all.length === 0) return [createElement('p', {}, 'This page has not called the API yet.')];
  return all.map(({ method, path, outcome, receivedAt, body }) => {
    const summary = createElement(
      'summary',
      {},
      createElement('code', {}, `${method} ${path}`),
      ` ${outcome} · ${formatInstant(receivedAt, dateFormats.longTime)}`,
    );
    const details = createElement('details', { class: 'developer-answer ruled-above anywhere' }, summary);
    // A long response is rendered only when its details are opened.
    details.addEventListener('toggle', () => {
      if (details.childElementCount > 1) return;
      const { text, note } = truncateText(JSON.stringify(body, null, 2) ?? 'No data');
      if (note) details.append(createElement('p', { class: 'muted' }, note));
      details.append(createElement('pre', { tabindex: 0 }, text));
    });
    return details;
  });
}

function userRows(): Row[] {
  const session = $session.get();
  if (!('user' in session)) return [['Session', session.status]];
  const { user } = session;
  return [
    ['Session', session.status === 'ended' ? `ended (${session.reason})` : session.status],
    ['sub', user.sub],
    ['name', user.name],
    ['email', user.email],
    ['picture', user.picture],
    ['roles', user.roles.join(', ')],
    ['isDeveloper', String(user.isDeveloper)],
    ['isAdmin', String(user.isAdmin)],
    ['isUser', String(user.isUser)],
  ];
}

/** Renders the three sections. None of them reads the stored tokens. */
export function renderDeveloperTools(body: HTMLElement, version: string): void {
  body.replaceChildren(
    createSection('Environment', createDefinitionList(environmentRows(version))),
    createSection('Last API data', ...createResponseList()),
    createSection('User', createDefinitionList(userRows())),
  );
}

const maxLength = 20_480;

/** Masks a secret: `pk.abcdefgh` → `pk.… (11 characters)`. */
export function maskSecret(secret: string): string {
  return secret === '' ? '' : `${secret.slice(0, 3)}… (${secret.length} characters)`;
}

/** Truncates a text to 20 KB, with a note if something was cut off. */
export function truncateText(text: string): { text: string; note?: string } {
  if (text.length <= maxLength) return { text };
  const kilobytes = Math.round(text.length / 1024);
  return { text: text.slice(0, maxLength), note: `The first 20 KB of ${kilobytes} KB.` };
}
