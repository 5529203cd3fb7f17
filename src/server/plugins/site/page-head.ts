import { escapeHtml } from '#lib/escape-html.ts';

/** What links to a page show of it, and its own address in place of that of the built page. */
export type PageHead = {
  readonly title: string;
  readonly description: string;
  readonly kind: 'article' | 'website';
  readonly builtPath: string;
  readonly path: string;
};

const maxDescription = 200;

/** Fills in the head of a page that stands for many: its title in place of the label, its description and its address. */
export function fillPageHead(html: string, { title, description, kind, builtPath, path }: PageHead): string {
  const label = escapeHtml(title);
  const text = escapeHtml(shorten(description.replace(/\s+/g, ' ').trim()) || title);
  const [head = '', ...rest] = html.split('</head>');
  const filled = head
    .replace(/(<title>(?:[^<]* · )?)[^<]*/, (_, before: string) => before + label)
    .replace(/(<meta property="og:title" content="(?:[^"]* · )?)[^"]*/, (_, before: string) => before + label)
    .replace(
      /(<meta (?:name="description"|property="og:description") content=")[^"]*/g,
      (_, before: string) => before + text,
    )
    .replace('property="og:type" content="website"', `property="og:type" content="${kind}"`)
    .replaceAll(builtPath, path);
  return [filled, ...rest].join('</head>');
}

function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  return `${text.slice(0, maxDescription).replace(/\s+\S*$|[\ud800-\udbff]$/, '')}…`;
}
