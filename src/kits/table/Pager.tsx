import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { Page } from '#lib/table/select.ts';
import { type PageSize, pageSizes } from '#lib/table/types.ts';
import { Button } from '../ui/index.ts';
import styles from './TableView.module.css';

type Props = {
  caption: string;
  page: Page;
  /** Selected rows, of `all`. */
  total: number;
  all: number;
  pageSize: PageSize;
  noun: { readonly one: string; readonly many: string };
  /** Whether the rows are loaded. */
  isLoaded: boolean;
  onPage: (page: number) => void;
  onPageSize: (size: PageSize) => void;
};

/** The controls below the table: number of rows, page size and page. */
export function Pager({ caption, page, total, all, pageSize, noun, isLoaded, onPage, onPageSize }: Props) {
  const steps = [
    { label: 'First page', to: 1, Icon: ChevronFirst },
    { label: 'Previous page', to: page.page - 1, Icon: ChevronLeft },
    { label: 'Next page', to: page.page + 1, Icon: ChevronRight },
    { label: 'Last page', to: page.pages, Icon: ChevronLast },
  ];
  const buttons = steps.map(({ label, to, Icon }) => {
    const possible = isLoaded && to >= 1 && to <= page.pages && to !== page.page;
    return (
      <Button
        key={label}
        variant="quiet"
        icon
        aria-label={label}
        aria-disabled={!possible}
        onClick={() => possible && onPage(to)}
      >
        <Icon size={18} aria-hidden="true" />
      </Button>
    );
  });
  return (
    <div className={styles.pager}>
      <p className={styles.count} role="status">
        {isLoaded && describeCount(page, total, all, noun)}
      </p>
      <label className={styles.size}>
        Rows per page
        <select
          value={pageSize}
          onChange={(event) => {
            const size = pageSizes.find((each) => String(each) === event.target.value);
            if (size) onPageSize(size);
          }}
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <nav className={styles.pages} aria-label={`Pages of ${caption}`}>
        {buttons.slice(0, 2)}
        <span>
          Page {page.page} of {page.pages}
        </span>
        {buttons.slice(2)}
      </nav>
    </div>
  );
}

function describeCount(page: Page, total: number, all: number, noun: Props['noun']): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const of = total === all ? number(all) : `${number(total)} of ${number(all)}`;
  const name = all === 1 ? noun.one : noun.many;
  if (page.pages === 1) return `${of} ${name}`;
  return `${number(page.first)}–${number(page.last)} of ${total === all ? number(all) : `${number(total)} matching`} ${name}`;
}
