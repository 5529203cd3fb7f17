import { ChevronDown, Map as MapIcon, Printer, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { SubmitButton } from '../form/Field.tsx';
import { listenToPrint, printPage } from '../html/print-page.ts';
import { Button } from './Button.tsx';
import { Row, Stack } from './Layout.tsx';
import { LoadErrors, Notices } from './Loading.tsx';
import { Drawer } from './overlay/Dialog.tsx';
import { useMediaQuery } from './screen-parts.tsx';
import styles from './Tool.module.css';

type ToolProps = {
  /** The name of the page, for assistive technology: the top bar has it for all others. */
  title: string;
  /** What the bar chooses: `What to compare`. */
  label?: string;
  /** Above the bar: links to the other parts of the page. */
  tabs?: ReactNode;
  /** Calls that failed, and sentences about what the address asked for in vain. */
  faults?: Parameters<typeof LoadErrors>[0]['errors'];
  refused?: readonly string[];
  /** The fields; compact ones stand in the bar. */
  fields?: (isCompact: boolean) => ReactNode;
  /** What is chosen, in a line: in place of fields that have no room in the bar. */
  summary?: string;
  /** The fields never fit into a line: they unfold below the bar. */
  isLong?: boolean;
  submit?: ToolSubmit;
  /** More of the bar, such as saved views. */
  more?: ReactNode;
  /** The finding: what the first figure says, in a sentence. */
  headline?: ReactNode;
  /** A panel beside the form until something is submitted, then opened by a button of the bar; on a phone a sheet. */
  map?: {
    readonly label: string;
    /** `close` closes the sheet of a phone, where what was chosen lies under it. */
    readonly content: (close: () => void) => ReactNode;
  };
  /** The figures and tables, in the order in which they are read. */
  children: ReactNode;
};

type ToolSubmit = {
  /** Why nothing can be submitted yet. */
  readonly reason: string | undefined;
  /** The reason ends by itself in a moment. */
  readonly isBrief?: boolean;
  readonly pending?: boolean;
  readonly onSubmit: () => void;
  /** What was submitted; undefined before. Another value than before folds the form. */
  readonly submitted: unknown;
};

/** Too narrow for the fields in a line. */
const narrow = '(width < 768px)';

/**
 * The page of a tool: the choice as a bar of one line, the map beside what is chosen, the finding, and the figures and tables.
 * On a phone the fields and the map are sheets, and what was submitted comes into view.
 */
export function Tool(props: ToolProps) {
  const { title, label = 'What to compare', faults = [], refused = [], fields, summary, isLong } = props;
  const { tabs, submit, more, headline, map, children } = props;
  const id = useId();
  const isNarrow = useMediaQuery(narrow);
  const result = useRef<HTMLDivElement>(null);
  useEffect(listenToPrint, []);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [isMapSheetOpen, setIsMapSheetOpen] = useState(false);
  const [isMapOpen, setIsMapOpen] = useMapFold(submit?.submitted !== undefined);
  const [isOpen, setIsOpen] = useFold(submit?.submitted);
  /** The result was asked for in the sheet, and has the focus when the sheet has closed. */
  const isWanted = useRef(false);
  const show = () => {
    isWanted.current = false;
    // After the focus has returned to the button of the sheet.
    requestAnimationFrame(() => {
      result.current?.focus({ preventScroll: true });
      result.current?.scrollIntoView({ block: 'start' });
    });
  };
  const openSheet = () => {
    isWanted.current = false;
    setIsSheetOpen(true);
  };
  const showResult = () => {
    isWanted.current = isSheetOpen;
    setIsSheetOpen(false);
    if (!isSheetOpen) show();
  };
  const send = () => {
    submit?.onSubmit();
    if (isNarrow && submit?.reason === undefined) showResult();
  };
  const button = submit && (
    <SubmitButton
      reason={submit.reason}
      isBrief
      {...(submit.pending !== undefined && { pending: submit.pending })}
      onClick={send}
    >
      Submit
    </SubmitButton>
  );
  const hasBar = fields !== undefined || more !== undefined;
  const printButton = (
    <Button icon variant="quiet" aria-label="Print" title="Print" onClick={() => void printPage()}>
      <Printer size={18} aria-hidden="true" />
    </Button>
  );
  const reason = submit && !submit.isBrief && submit.reason;
  const isMapBeside = map !== undefined && isMapOpen && !isNarrow;
  return (
    <Stack gap={2} className={styles.tool}>
      <h1 className="visually-hidden">{title}</h1>
      {tabs}
      {hasBar && (
        <Row
          as="section"
          gap={2}
          data-nowrap={isNarrow && (more ?? map) !== undefined ? undefined : true}
          className={`no-print ruled-below ${styles.bar} surface`}
          aria-label={label}
        >
          {fields && !isNarrow && !isLong && (
            <Row gap={2} className={`grow ${styles.fields}`} data-compact>
              {fields(true)}
            </Row>
          )}
          {fields && (isNarrow || isLong) && (
            <>
              <p className="ellipsis grow">{summary}</p>
              <Button
                aria-expanded={isNarrow ? undefined : isOpen}
                aria-controls={isNarrow ? undefined : `${id}-form`}
                aria-haspopup={isNarrow ? 'dialog' : undefined}
                onClick={() => (isNarrow ? openSheet() : setIsOpen(!isOpen))}
              >
                {isNarrow ? (
                  <SlidersHorizontal size={16} aria-hidden="true" />
                ) : (
                  <ChevronDown size={16} aria-hidden="true" />
                )}{' '}
                Change
              </Button>
            </>
          )}
          {more}
          {map && (
            <Button
              title={map.label}
              aria-expanded={isNarrow ? undefined : isMapOpen}
              aria-controls={isNarrow || !isMapOpen ? undefined : `${id}-map`}
              aria-haspopup={isNarrow ? 'dialog' : undefined}
              onClick={() => (isNarrow ? setIsMapSheetOpen(true) : setIsMapOpen(!isMapOpen))}
            >
              <MapIcon size={16} aria-hidden="true" /> Map
            </Button>
          )}
          {!isNarrow && printButton}
          {button}
        </Row>
      )}
      {reason && !isSheetOpen && (
        <p className="no-print quiet-xs text-end" aria-hidden="true">
          {reason}
        </p>
      )}
      {fields && isNarrow && (
        <Drawer
          open={isSheetOpen}
          title={label}
          onClose={() => setIsSheetOpen(false)}
          onClosed={() => isWanted.current && show()}
          footer={
            submit ? (
              <SubmitButton reason={submit.reason} onClick={send}>
                Submit
              </SubmitButton>
            ) : (
              <Button variant="primary" onClick={showResult}>
                Show
              </Button>
            )
          }
        >
          <Stack gap={3}>{fields(false)}</Stack>
        </Drawer>
      )}
      {map && isNarrow && (
        <Drawer open={isMapSheetOpen} title={map.label} onClose={() => setIsMapSheetOpen(false)}>
          <section className={`viewport ${styles.mapSheet}`} aria-label={map.label}>
            {map.content(() => setIsMapSheetOpen(false))}
          </section>
        </Drawer>
      )}
      <div className={styles.body} data-beside={isMapBeside || undefined}>
        {map && isMapBeside && (
          <section id={`${id}-map`} className={`no-print viewport ${styles.map}`} aria-label={map.label}>
            {map.content(() => {})}
          </section>
        )}
        <Stack gap={2}>
          {fields && isLong && !isNarrow && (
            <section
              id={`${id}-form`}
              className={`no-print ruled-below ${styles.form}`}
              aria-label="All inputs"
              hidden={!isOpen}
            >
              {fields(false)}
            </section>
          )}
          <LoadErrors errors={faults} />
          <Notices severity="warning" texts={refused} />
          <div ref={result} className={`stack ${styles.result}`} data-gap={3} tabIndex={-1} id="result">
            {(headline || !hasBar) && (
              <Row gap={3} data-nowrap data-spread className="no-print">
                <div className="grow">{headline}</div>
                {!hasBar && printButton}
              </Row>
            )}
            {children}
          </div>
        </Stack>
      </div>
      <p className={`only-print ${styles.nothing}`}>
        Nothing is drawn yet: choose, press Submit, then print.
      </p>
      {hasBar && isNarrow && <div className="no-print">{printButton}</div>}
    </Stack>
  );
}

/** Whether the form is unfolded: until something is submitted. */
function useFold(submitted: unknown): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(submitted === undefined);
  const before = useRef(submitted);
  useEffect(() => {
    if (before.current === submitted) return;
    before.current = submitted;
    setIsOpen(submitted === undefined);
  }, [submitted]);
  return [isOpen, setIsOpen];
}

/** Whether the map is beside the form: until the first Submit, and again when somebody starts new. */
function useMapFold(isSubmitted: boolean): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(!isSubmitted);
  useEffect(() => setIsOpen(!isSubmitted), [isSubmitted]);
  return [isOpen, setIsOpen];
}
