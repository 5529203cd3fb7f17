import type { Figure, FigureTheme } from '#contract/figure.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { themeColors } from '#kits/chart/theme.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { escapeHtml, headStart } from '#lib/html.ts';
import { barPaintOf, drawFigure, portalFontStyle } from './draw-figure.ts';

type PageSettings = {
  readonly theme: FigureTheme;
  /** The address of the portal's page. */
  readonly address: string;
};

/** The widths for which a chart is drawn; the frame shows the one whose text is legible in it. */
const [narrow, wide] = [380, 800];
const minWideFrame = 600;

/** Links need 4.5 : 1 on the surface; the same as the style tokens. */
const linkColors = { light: '#0b6597', dark: '#66b5e3' } as const;

/** Writes the page of a figure for the frame of another site: without scripts, and with the numbers in words. */
export async function writeEmbedPage(figure: Figure, { theme, address }: PageSettings): Promise<string> {
  const { title, text, bar, facts, source, through } = figure;
  const rows = facts.map(
    ({ label, value }) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const notes = `Source: ${source}. Values through ${formatUsDate(through)}.`;
  return `<!doctype html>
<html lang="en">
<head>
${headStart}
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${portalFontStyle}${styleOf(theme)}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${await drawBoth(figure, theme)}
<p>${escapeHtml(text)}</p>
${bar ? percentileBar(bar, 'headline', { paint: barPaintOf(theme) }) : ''}
<table><caption>In numbers</caption><tbody>${rows.join('')}</tbody></table>
<p class="foot">${escapeHtml(notes)} <a href="${escapeHtml(address)}" target="_blank" rel="noopener">Open in the portal<span> (new tab)</span></a></p>
</main>
</body>
</html>
`;
}

/** A card would say what the table says. */
async function drawBoth(figure: Figure, theme: FigureTheme): Promise<string> {
  if (!figure.season) return '';
  const draw = (width: number) => drawFigure(figure, { theme, width, address: undefined });
  return `<div class="narrow">${await draw(narrow)}</div><div class="wide">${await draw(wide)}</div>`;
}

function styleOf(theme: FigureTheme): string {
  const { surface, ink, muted, line } = themeColors[theme];
  return `
:root{color-scheme:${theme};background:${surface};color:${ink};font:15px/1.45 "Source Sans 3 Variable",system-ui,sans-serif}
body{margin:0}
main{max-width:960px;margin:0 auto;padding:12px 14px;box-sizing:border-box;overflow-wrap:anywhere}
h1{font-size:17px;line-height:1.3;margin:0 0 8px}
p{margin:8px 0}
svg{display:block;max-width:100%;height:auto;forced-color-adjust:none;background:${surface}}
:is(.narrow,.wide) svg{width:100%}
table{border-collapse:collapse;width:100%}
caption{text-align:left;font-weight:600;padding:4px 0}
th,td{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-top:1px solid ${line}}
th{width:40%;font-weight:400;color:${muted}}
.foot{font-size:13px;color:${muted}}
a{color:${linkColors[theme]};display:inline-block;padding:4px 0}
a:focus-visible{outline:2px solid;outline-offset:2px}
a span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.wide{display:none}
@media (min-width:${minWideFrame}px){.narrow{display:none}.wide{display:block}}
`;
}
