/** Where a table's headings stand and what they say: below titles, in one row, or in two with groups above. Pure. */

type Cell = string | number | null;
type Row = { readonly row: number; readonly cells: readonly Cell[]; readonly width?: number };
/** Headings by column ('' where none stands), and the rows below them. */
export type Headings<Below extends Row = Row> = {
  readonly names: readonly string[];
  /** Where they end, as Excel shows it. */
  readonly row: number;
  /** Fields of the last row of headings, where rows are text. */
  readonly width?: number | undefined;
  readonly below: readonly Below[];
};

/** Titles, dates and addresses stand above a supplier's headings; nobody has more of them. */
const MAX_TITLES = 30;
const textOf = (cell: Cell | undefined): string => String(cell ?? '').trim();
const textsOf = ({ cells }: Row): string[] => Array.from(cells, textOf);
const distinct = (row: Row): string[] => [...new Set(textsOf(row))].filter((text) => text !== '');
/** How many fields of a kind of table these headings name; none of them twice, none empty. */
export type Vocabulary = (headings: readonly string[]) => number;
/** For a table nobody knows words of: its first row that is more than a title holds the headings. */
export const NO_WORDS: Vocabulary = () => 0;
const wordsOf = (names: readonly string[]): readonly string[] => [...new Set(names)].filter((name) => name !== '');

const SUM = /^(合计|总计|小计|共计|total)[:：]?$/i;
export const isSum = (row: Row): boolean => SUM.test(distinct(row)[0]?.replaceAll(/\s/g, '') ?? '');

/** The row that knows most fields by name; where none does, the first that is more than a title. */
const headerAt = (filled: readonly Row[], knownIn: Vocabulary): number => {
  const first = filled.slice(0, MAX_TITLES).map(distinct);
  const known = first.map((texts) => knownIn(texts));
  const most = Math.max(0, ...known);
  if (most > 0) return known.indexOf(most);
  return Math.max(
    0,
    first.findIndex((texts) => texts.length > 1),
  );
};

/**
 * What a part (重量) below its group (主石) is called: both together where that is a field, the part alone where only that
 * is one and no other group has it too; else both, so that nobody is misled.
 */
const nameBelow = (group: string, part: string, parts: readonly string[], knownIn: Vocabulary): string => {
  const both = `${group}${part}`;
  if (group === '' || knownIn([both]) === 1) return both;
  const alone = knownIn([part]) === 1 && parts.filter((text) => text === part).length === 1;
  return alone ? `${part}${bracketed(part) === '' ? bracketed(group) : ''}` : both;
};
/** 重量(毫克) over 金重: the unit is of the part too. */
const bracketed = (text: string): string => /[（(【[][^）)】\]]*[）)】\]]/.exec(text)?.[0] ?? '';

/** One name per column of groups (金料) over their parts (金重, 金价). */
const joined = (above: Row, head: Row, knownIn: Vocabulary): string[] => {
  const parts = textsOf(head);
  const groups = textsOf(above);
  const width = Math.max(parts.length, groups.length);
  let group = '';
  return Array.from({ length: width }, (_, column) => {
    const part = parts[column] ?? '';
    const own = groups[column] ?? '';
    // Without its merge a group stands over its first part only.
    if (own !== '' || part === '') group = own;
    return part === '' || own === part ? own : nameBelow(group, part, parts, knownIn);
  });
};
const hasNumber = ({ cells }: Row): boolean => cells.some((cell) => typeof cell === 'number');
const adjoin = (above: Row | undefined, head: Row | undefined): above is Row =>
  above !== undefined && head !== undefined && above.row + 1 === head.row && distinct(above).length > 1;

/** Two rows are headings where together they name more fields than the one that names most alone. */
export const headingsIn = <Each extends Row>(
  filled: readonly Each[],
  vocabulary: Vocabulary,
): Headings<Each> | null => {
  const knownIn: Vocabulary = (names) => vocabulary(wordsOf(names));
  const at = headerAt(filled, knownIn);
  const head = filled[at];
  if (head === undefined) return null;
  const [above, under] = [filled[at - 1], filled[at + 1]];
  const single: Headings<Each> = {
    names: textsOf(head),
    row: head.row,
    width: head.width,
    below: filled.slice(at + 1),
  };
  const choices = [single];
  if (adjoin(above, head)) choices.push({ ...single, names: joined(above, head, knownIn) });
  if (under !== undefined && adjoin(head, under) && !hasNumber(under) && !isSum(under))
    choices.push({
      names: joined(head, under, knownIn),
      row: under.row,
      width: under.width,
      below: filled.slice(at + 2),
    });
  return choices.toSorted((one, other) => knownIn(other.names) - knownIn(one.names))[0] ?? single;
};
