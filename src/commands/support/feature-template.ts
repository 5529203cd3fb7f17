/** The feature that is copied: it is tested as if it were in the list of features, and is in no menu. */
export const templateName = 'feature-template';

const capitalize = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The ways in which a name is written: `week-changes`, `weekChanges`, `WeekChanges` and `Week Changes`. */
export function formsOf(name: string) {
  const parts = name.split('-');
  const pascal = parts.map(capitalize).join('');
  return {
    camel: pascal.slice(0, 1).toLowerCase() + pascal.slice(1),
    pascal,
    title: parts.map(capitalize).join(' '),
    address: `/data-analysis-tools/${name}`,
    call: `list${pascal}`,
  };
}

/** Writes a new feature's name in place of the template's: in a text, or in the path of a file. */
export function renameTemplate(text: string, name: string): string {
  const [from, to] = [formsOf(templateName), formsOf(name)];
  return text
    .replaceAll(templateName, name)
    .replaceAll(from.camel, to.camel)
    .replaceAll(from.pascal, to.pascal)
    .replaceAll(from.title, to.title);
}

/** The list of features with one more at its end, as text. */
export function withFeature(list: string, name: string): string {
  const { camel } = formsOf(name);
  const line = `import { ${camel} } from './${name}/feature.ts';`;
  return list
    .replace(/^(?:import .*\n)+/m, (imports) => `${imports}${line}\n`)
    .replace(/(?<== \[)([^\]]*?),?(\s*)\]/, (_, names: string, space: string) =>
      names === '' ? `${camel}]` : `${names}, ${camel}${space}]`,
    );
}

/** What is said of the files that were written. */
export function describeNewFeature(name: string): string {
  const { address, title } = formsOf(name);
  return `src/features/${name} and tests/features/${name} are new, and src/features/index.ts lists the feature.
It works: ${title} is at ${address} (npm run dev), a table of streamflow and its change in a week. Make it yours:

1. README.md says which question it answers; feature.ts has the page's address, its title and its item in the menu.
2. contract.ts is the call, server/ its SQL, rules.ts what is computed, screen/ what is shown.
3. npm test -- tests/features/${name}
   npm run check

The documentation says more: content/documentation/recipes/add-a-feature.md`;
}
