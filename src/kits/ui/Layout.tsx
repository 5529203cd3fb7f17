import type { HTMLAttributes } from 'react';

type Space = 0 | 1 | 2 | 3 | 4 | 5;

type BoxProps = HTMLAttributes<HTMLElement> & {
  /** The element; a `div` by default. */
  as?:
    | 'article'
    | 'aside'
    | 'dd'
    | 'div'
    | 'dl'
    | 'fieldset'
    | 'figure'
    | 'footer'
    | 'form'
    | 'h2'
    | 'h3'
    | 'header'
    | 'label'
    | 'li'
    | 'nav'
    | 'ol'
    | 'p'
    | 'section'
    | 'span'
    | 'ul';
  /** A step of the scale of spaces, `--space-1` to `--space-5`, or one for lines and one for columns; see boxes.css. */
  gap?: Space | `${Space} ${Space}`;
};

function Box({ as: Element = 'div', gap, className, layout, ...rest }: BoxProps & { layout: string }) {
  return <Element {...rest} data-gap={gap} className={className ? `${layout} ${className}` : layout} />;
}

/** One thing under another. */
export function Stack(props: BoxProps) {
  return <Box {...props} layout="stack" />;
}

/** Things beside one another, which wrap. With `data-spread` they stand at both ends, with `data-baseline` on one line. */
export function Row(props: BoxProps) {
  return <Box {...props} layout="row" />;
}

/** Columns of the same width, as many as there is room for; `column` is the least width of one, 16rem by default. */
export function Grid({ column, ...props }: BoxProps & { column?: string }) {
  const style = column === undefined ? undefined : { ['--column' as string]: column };
  return <Box style={style} {...props} layout="grid" />;
}

/** A box with a border. */
export function Card(props: BoxProps) {
  return <Box {...props} layout="card" />;
}
