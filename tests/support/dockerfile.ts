/** An instruction of a Dockerfile on one line, e.g. `RUN` with `npm ci`. */
export type Instruction = { readonly name: string; readonly value: string };

export type Stage = {
  readonly image: string;
  /** As in `FROM image AS name`. */
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
};

/** Splits a Dockerfile into its stages. */
export function parseDockerfile(text: string): readonly Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: { image: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (name === 'FROM') {
      const [image = '', , as] = value.split(/\s+/);
      stages.push({ image, name: as, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, value: value.trim() });
  }
  return stages;
}

/** The values of all instructions of one name. */
export function valuesOf({ instructions }: Stage, name: string): readonly string[] {
  return instructions.filter((each) => each.name === name).map(({ value }) => value);
}

/** `A=1 B=2` of all ENV instructions. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = valuesOf(stage, 'ENV').flatMap((value) => value.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}

/** `["node", "x.ts"]`, also after options, as a list. */
export function commandOf(value: string): readonly string[] {
  return JSON.parse(value.slice(value.indexOf('[')));
}
