import { readFile } from 'node:fs/promises';

/** What a test does for each step of a walk-through, under the first words of the step. */
export type StepActions = Readonly<Record<string, () => Promise<void>>>;

/** Reads the numbered steps below a heading of a documentation page, without their markup. */
export function parseSteps(markdown: string, heading: string): string[] {
  const [, section] = markdown.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`The page has no heading “${heading}”.`);
  const [body = ''] = section.split(/\n## /, 1);
  return [...body.matchAll(/^\d+\. (.*)$/gm)].map(([, text = '']) =>
    text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('**', ''),
  );
}

/**
 * Executes a walk-through of the guide as it is written.
 * @throws Error where a step has no action, or an action no step
 */
export async function walkThrough(page: string, heading: string, actions: StepActions): Promise<void> {
  const steps = parseSteps(await readFile(`content/documentation/${page}.md`, 'utf8'), heading);
  const names = Object.keys(actions);
  const order = steps.map((step) => names.find((name) => step.startsWith(name)) ?? `no action: ${step}`);
  if (order.join('\n') !== names.join('\n')) {
    throw new Error(`The steps of “${heading}” are not those that the test takes:\n${order.join('\n')}`);
  }
  for (const name of names) await actions[name]?.();
}
