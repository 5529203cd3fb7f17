import { type PageError, reportPageError } from '#contract/system.ts';
import { request } from './api.ts';

/** An error that happens with every click says nothing new. */
const maxReports = 3;
const maxFrames = 20;
let reports = 0;

/** Reports an error of this page's own scripts to the portal; others are those of extensions of the browser. */
export async function sendPageError(error: Error): Promise<void> {
  const described = describePageError(error, location.origin, document.body.dataset.page ?? '/');
  if (described.frames.length === 0 || reports >= maxReports) return;
  reports += 1;
  await request(reportPageError, { body: described });
}

/** Describes an error by its class and its calls. Chromium and Firefox write them differently. */
export function describePageError({ name, stack = '' }: Error, origin: string, page: string): PageError {
  const frames = stack.split('\n').flatMap((line) => {
    const [, call = '', address = '', row, column] =
      /^\s*(?:at )?(?:(.*?)(?: \(|@))?(https?:\/\/.+?):(\d+):(\d+)\)?$/.exec(line) ?? [];
    if (!address.startsWith(`${origin}/`)) return [];
    const file = new URL(address).pathname.replace(/[^\w$.<>/-]/g, '_').slice(-100);
    const calledName = call
      .replace(/^async /, '')
      .replace(/[^\w$.<>/-]/g, '')
      .slice(0, 100);
    return [{ function: calledName, file, line: Number(row), column: Number(column) }];
  });
  return {
    page: page.slice(0, 100),
    type: name.replace(/\W/g, '').slice(0, 60),
    frames: frames.slice(0, maxFrames),
  };
}
