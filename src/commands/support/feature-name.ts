import { modelEndpoints } from '#config/models/index.ts';
import { routes } from '#config/routes.ts';
import { endpoints, nameOf } from '#contract/index.ts';
import { BadArguments, badArguments } from '../run-command.ts';
import { formsOf } from './feature-template.ts';

export const usage = 'npm run new -- feature NAME\n\nFor example: npm run new -- feature week-changes';

const maxNameLength = 40;

/** Words of the language, and what the folder of features and the addresses of the API have themselves. */
const reserved = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static super
  switch this throw true try typeof undefined var void while with yield
  contracts docs feature features fills index openapi servers template test tests`.split(/\s+/),
);

/**
 * Checks what the command is called with. @param taken the folders of features and of their tests
 * @returns the name of the new feature @throws BadArguments
 */
export function readFeatureName(parameters: readonly string[], taken: ReadonlySet<string>): string {
  const [kind = '', name = '', ...others] = parameters;
  if (kind !== 'feature') throw badArguments(`There is no kind "${kind}"; expected feature.`, usage);
  if (name.trim() === '') throw badArguments('Name the feature.', usage);
  if (others.length > 0) throw badArguments(`"${others[0]}" is too much; join the words by hyphens.`, usage);
  const fault = findFaultOfName(name, taken);
  if (fault !== undefined) throw new BadArguments(fault);
  return name;
}

function findFaultOfName(name: string, taken: ReadonlySet<string>): string | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    return `"${name}" cannot be the name of a feature: it has to be lower-case words with hyphens between them, such as week-changes.`;
  }
  if (name.length > maxNameLength)
    return `"${name}" is too long: a name has up to ${maxNameLength} characters.`;
  if (reserved.has(name)) return `"${name}" means something in the code itself. Choose another name.`;
  const { camel, address, title, call } = formsOf(name);
  const other = [...taken].find((each) => formsOf(each).camel === camel);
  if (other !== undefined) return `There is a feature ${other} already. Choose another name.`;
  const page = routes.find((route) => route.path === address || route.label === title);
  if (page) return `There is a page "${page.label}" at ${page.path} already. Choose another name.`;
  const used = [...endpoints, ...modelEndpoints].find(
    (each) => `${each.path}/`.startsWith(`/api/${name}/`) || nameOf(each) === call,
  );
  return used ? `The API has ${used.path} already. Choose another name.` : undefined;
}
