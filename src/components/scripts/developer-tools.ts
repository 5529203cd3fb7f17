import { publicEnvironment } from '#config/environment.ts';
import { $session } from '#stores/auth.ts';
import { cutText, maskSecret } from '#stores/developer-text.ts';
import { $lastAnswers } from '#stores/last-answers.ts';

type Row = readonly [name: string, value: string];

function make(tag: string, text = '', className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

function listOf(rows: readonly Row[]): HTMLElement {
  const list = make('dl', '', 'developer-list');
  for (const [name, value] of rows) {
    const term = make('dt');
    // A long name may break after its underscores.
    for (const part of name.split(/(?<=_)/)) term.append(part, document.createElement('wbr'));
    list.append(term, make('dd', value === '' ? '(empty)' : value));
  }
  return list;
}

function section(title: string, ...parts: HTMLElement[]): HTMLElement {
  const place = make('section');
  place.append(make('h3', title), ...parts);
  return place;
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

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', timeZone: 'America/Denver' });

function answers(): HTMLElement[] {
  const all = Object.entries($lastAnswers.get()).toSorted(([, one], [, other]) => other.at - one.at);
  if (all.length === 0) return [make('p', 'This page has asked the API for nothing yet.')];
  return all.map(([name, { path, status, at, body }]) => {
    const details = make('details', '', 'developer-answer');
    const summary = make('summary');
    summary.append(make('strong', name), ` ${status} · ${time.format(at)} · `, make('code', path));
    details.append(summary);
    // A long answer is written out only when someone looks at it.
    details.addEventListener('toggle', () => {
      if (details.childElementCount > 1) return;
      const { text, note } = cutText(JSON.stringify(body, null, 2));
      const block = make('pre', text);
      block.tabIndex = 0;
      if (note) details.append(make('p', note, 'developer-note'));
      details.append(block);
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

/** Writes the three sections as they are now. Nothing of it comes from where tokens are kept. */
export function fillDeveloperTools(body: HTMLElement, version: string): void {
  body.replaceChildren(
    section('Environment', listOf(environmentRows(version))),
    section('Last API data', ...answers()),
    section('User', listOf(userRows())),
  );
}
