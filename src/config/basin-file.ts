import path from 'node:path';
import type { Document } from 'yaml';
import type { Basin } from '#contract/basin.ts';
import { ConsistentBasin } from '#contract/basin-checks.ts';
import { type BasinShapes, basinShapesSchema } from '#contract/basin-shapes.ts';
import { BadBasin, type Path, parseYaml, readText } from './yaml-file.ts';

export { BadBasin } from './yaml-file.ts';

/**
 * Reads and checks the basin file of a portal, and the file with the shapes of its map if it names one.
 * @throws BadBasin
 */
export function readBasin(file: string): Basin {
  const text = readText(
    file,
    (reason) => new BadBasin(`The basin file ${file} cannot be read (see BASIN_FILE): ${reason}`),
  );
  const { data, fault } = parseYaml(text, file, ConsistentBasin, describePath);
  if (data.map.shapes === undefined) return data;
  const shapesFile = path.join(path.dirname(file), data.map.shapes);
  const shapes = readText(shapesFile, (reason) =>
    fault(['map', 'shapes'], `${shapesFile} cannot be read: ${reason}`),
  );
  return { ...data, shapes: parseShapes(shapes, shapesFile, data.huc8s) };
}

/** Checks the text of a basin file, without the shapes of its map. @throws BadBasin, naming the text `file` */
export function parseBasin(text: string, file: string): Basin {
  return parseYaml(text, file, ConsistentBasin, describePath).data;
}

/** Checks the shapes of a basin with these HUC8s. @throws BadBasin, naming the text `file` */
export function parseShapes(text: string, file: string, huc8s: Basin['huc8s']): BasinShapes {
  return parseYaml(text, file, basinShapesSchema(huc8s)).data;
}

/** `site 13037500: huc8`, as a reader of the file would say it. */
function describePath(path: Path, document: Document): string {
  const [list, at, ...rest] = path;
  if (list !== 'sites' || at === undefined) return path.map(String).join(' ') || 'the file';
  const id: unknown = document.getIn([list, at, 'id']);
  return [`site ${id === undefined ? `number ${Number(at) + 1}` : String(id)}`, ...rest.map(String)].join(
    ' ',
  );
}
