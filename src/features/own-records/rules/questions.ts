import { stage } from '../shapes.ts';
import { nameAddsUp } from './amounts.ts';
import {
  dateOrders,
  decimalSigns,
  delimiters,
  type Mapping,
  type MappingField,
  rowKinds,
  stamps,
} from './mapping.ts';
import { needsOrder } from './stamp-text.ts';

export type MappingQuestion = {
  readonly field: MappingField;
  readonly question: string;
  readonly choices: readonly string[];
};

type Known = {
  /** Undefined while the header is not known. */
  readonly columns: readonly string[] | undefined;
  readonly parameters: readonly string[];
  /** Why the unit is none of the parameter and of what a row is; undefined if it is one. */
  readonly unitFault: string | undefined;
  /** The first stamps of the file. */
  readonly stamps: readonly string[];
};

/** A mapping without questions. */
export type AnsweredMapping = Mapping &
  Required<Pick<Mapping, 'format' | 'site' | 'time' | 'value' | 'parameter' | 'unit' | 'row'>>;

/** Lists what must be said before a file can be read. Only what changes no number is taken for granted. */
export function questionsOf(
  mapping: Mapping,
  { columns, parameters, unitFault, stamps: found }: Known,
): MappingQuestion[] {
  const { format, row, stamp } = mapping;
  const isCsv = format === 'csv';
  const isOfDays = row === 'daily mean' || row === 'daily total';
  const choices = columns ?? [];
  const isColumn = (name: string | undefined) => name === undefined || !columns || columns.includes(name);
  const questions: (MappingQuestion | false)[] = [
    !format && ask('format', 'Is the file CSV or JSON?', ['csv', 'json']),
    isCsv && !mapping.delimiter && ask('delimiter', 'What stands between two columns?', delimiters),
    isCsv &&
      mapping.header_line === undefined &&
      ask('header_line', 'Which line has the names of the columns? 0 if none has.'),
    (!mapping.site || ('column' in mapping.site && !isColumn(mapping.site.column))) &&
      ask('site', 'Of which site is the file, or which column has the ids of the sites?', choices),
    !mapping.time?.every(isColumn) &&
      ask('time', 'Which column has the time, or which two have the date and the time?', choices),
    (!mapping.value || !isColumn(mapping.value)) && ask('value', 'Which column has the values?', choices),
    (!mapping.parameter || !parameters.includes(mapping.parameter)) &&
      ask('parameter', 'What are the values of?', parameters),
    !row && ask('row', 'What is a row: a reading, the mean or the total of a day, or a counter?', rowKinds),
    !mapping.unit && ask('unit', 'Which unit are the values in?'),
    mapping.unit !== undefined && unitFault !== undefined && ask('unit', unitFault),
    isCsv && !mapping.decimal && ask('decimal', 'Is the decimal sign a point or a comma?', decimalSigns),
    !mapping.date_order && found.some(needsOrder) && dateOrderQuestion,
    row !== undefined &&
      !isOfDays &&
      !mapping.zone &&
      ask('zone', 'Of which clock are the times? One that is never changed has an offset, such as -07:00.', [
        'basin',
        'UTC',
        'stamp',
      ]),
    row === 'reading' &&
      !stamp &&
      ask('stamp', 'Is a time the instant of its value, or the beginning or the end of its period?', stamps),
    row === 'reading' &&
      stamp !== undefined &&
      stamp !== 'instant' &&
      !mapping.period_minutes &&
      ask('period_minutes', 'How many minutes is the period of a value?'),
    row === 'reading' &&
      stamp === 'instant' &&
      nameAddsUp(mapping.parameter) &&
      ask(
        'stamp',
        `${mapping.parameter} adds up over a day. Does a time begin the period of its value, or end it?`,
        ['begin', 'end'],
      ),
    row === 'reading' &&
      mapping.parameter === stage.parameter_name &&
      stamp !== undefined &&
      stamp !== 'instant' &&
      ask('stamp', 'A mean of stages has no flow in a rating table. A stage is of an instant.', ['instant']),
    row === 'counter' &&
      stamp !== 'instant' &&
      ask('stamp', 'The number of a counter is of an instant.', ['instant']),
    row === 'counter' &&
      !mapping.counter &&
      ask(
        'counter',
        'When the counter goes down, was it reset to 0, or does it wrap, and at which number is it 0 again?',
        ['reset'],
      ),
    isOfDays &&
      mapping.parameter === stage.parameter_name &&
      ask('row', 'A stage has no mean and no total of a day. What is a row?', ['reading']),
  ];
  return questions.filter((each) => each !== false);
}

const dateOrderQuestion = ask('date_order', 'In which order are day, month and year?', dateOrders);
const midnightQuestion = ask('stamp', 'Does a midnight begin its day, or end it?', ['begin', 'end']);

/** Why rows are refused for what the mapping does not say. The beginning of a file may not show that it matters. */
export const unsaid = {
  order: 'has its year last, and nothing says whether its month or its day comes first',
  midnight: 'is midnight, and nothing says whether it begins or ends its day',
} as const;

/** What is asked once rows are refused for it. */
export function questionOfRefusal(reason: string): MappingQuestion | undefined {
  if (reason.endsWith(unsaid.order)) return dateOrderQuestion;
  return reason.endsWith(unsaid.midnight) ? midnightQuestion : undefined;
}

function ask(field: MappingField, question: string, choices: readonly string[] = []): MappingQuestion {
  return { field, question, choices };
}

/** Whether nothing is asked any more. */
export function isAnswered(
  mapping: Mapping,
  questions: readonly MappingQuestion[],
): mapping is AnsweredMapping {
  return questions.length === 0 && mapping.format !== undefined;
}
