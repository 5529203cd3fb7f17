type Props = {
  title: string;
  head: readonly string[];
  /** The first cell of a row is its number in a file, or names it. */
  rows: readonly (readonly (string | number)[])[];
};

/** Lines of a file or a table, with what they mean. */
export function LinesTable({ title, head, rows }: Props) {
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll-x" aria-label={title} tabIndex={0}>
      <table className="lines nowrap">
        <caption className="strong text-start apart-below">{title}</caption>
        <thead>
          <tr className="text-start">
            {head.map((each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row" className="text-start">
                {name}
              </th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
