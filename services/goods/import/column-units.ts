/** What each column of a file is measured in, and what has to be asked about it (R150). Pure. */
import { askedByCell, columnUnit } from './import-cells.ts';
import { IMPORT_COLUMNS, type ColumnUnits, type SourceRow } from './import-rows.ts';
import { answered, type ColumnUnit, type UnitChoice } from './units.ts';

type Headings = ReadonlyMap<string, string>;
type UnitHints = {
  /** What stands above the headings. */
  readonly titles: readonly string[];
  /** By heading. */
  readonly answers: Readonly<Record<string, string>>;
};

const unitOfColumn = (wire: string, heading: string, titles: readonly string[]): ColumnUnit | null => {
  const field = IMPORT_COLUMNS.get(wire);
  return field === undefined ? null : columnUnit(heading, field, titles);
};
const askedInCells = (rows: readonly SourceRow[], wire: string): ColumnUnit | null => {
  const field = IMPORT_COLUMNS.get(wire);
  if (field === undefined) return null;
  for (const { values } of rows) {
    const asked = askedByCell(values[wire], field);
    if (asked !== null) return asked;
  }
  return null;
};
export const unitsOf = (headings: Headings, { titles, answers }: UnitHints): ColumnUnits =>
  new Map(
    [...headings].map(([wire, heading]) => [
      wire,
      { unit: unitOfColumn(wire, heading, titles), answer: answers[heading] },
    ]),
  );

export type UnitQuestion = {
  readonly heading: string;
  readonly wire: string;
  readonly question: string;
  readonly choices: UnitChoice[];
  /** What was said already; '' nothing that is one of the choices. */
  readonly answer: string;
};
/** Of each column whose heading or cells leave it open: answered ones too, so that an answer can be taken back. */
export const questionsOf = ({
  rows,
  headings,
  units,
}: {
  readonly rows: readonly SourceRow[];
  readonly headings: Headings;
  readonly units: ColumnUnits;
}): UnitQuestion[] =>
  [...units].flatMap(([wire, { unit, answer }]) => {
    const asked = unit != null && 'choices' in unit ? unit : askedInCells(rows, wire);
    if (asked === null || !('choices' in asked)) return [];
    const given = answered(asked, answer) === null ? '' : (answer ?? '');
    const { question, choices } = asked;
    return [{ heading: headings.get(wire) ?? wire, wire, question, choices: [...choices], answer: given }];
  });
