/** What a batch must fulfil: its header first, then a name in every row, then each value (S0§5, §6; R6, R13). */
import { dayOf } from '../contracts/dates.ts';
import { refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import { anyDate, seesShop } from '../contracts/user.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { BatchBody } from './batch-body.ts';
import { MAX_SHOWN_PROBLEMS } from '../platform/table-files/refuse-rows.ts';
import { IMPORT_COLUMNS, type RowProblem, type SourceRow } from './import/import-rows.ts';
import { dateProblem } from './receipt-body.ts';
import { noShopRight, partnerProblems } from './receipt-rules.ts';

/** null when the header may stand. */
export const refuseBatchHead = async (
  lookup: MasterLookup,
  { shopId, supplierId, type, inStorageAt, printTemplate }: BatchBody,
  { user, now }: Actor,
): Promise<Refusal | null> => {
  if (!seesShop(user, shopId)) return noShopRight();
  const problems = [
    ...(await partnerProblems(lookup, shopId, supplierId)),
    ...dateProblem(inStorageAt, dayOf(now), anyDate(user)),
  ];
  const categories = await lookup.dictValues('goodsType');
  if (!categories.includes(type)) problems.push({ path: 'type', message: '首饰类别不在字典中' });
  if (!(await lookup.hasTemplate('label', printTemplate))) {
    problems.push({ path: 'printTemplate', message: '标签模板不存在' });
  }
  const [first] = problems;
  return first === undefined ? null : refuse('invalid', 'batch.head', first.message, { fields: problems });
};

const isNamed = ({ name }: Readonly<Record<string, unknown>>): boolean =>
  typeof name === 'number' || (typeof name === 'string' && name.trim() !== '');
/** The first row without a name. */
export const refuseNameless = (list: BatchBody['list']): Refusal | null => {
  const index = list.findIndex((row) => !isNamed(row));
  if (index === -1) return null;
  return refuseField('batch.name', `list.${index}.name`, `请检查第！${index + 1} 行商品名称不能为空！`);
};

/** Rows as the import reads them: category and label template are the header's. */
export const batchRows = ({ list, type, printTemplate }: BatchBody): SourceRow[] =>
  list.map((values, index) => ({ row: index + 1, values: { ...values, type, printTemplate } }));

const labelOf = (wire: string): string => IMPORT_COLUMNS.get(wire)?.label ?? wire;
/**
 * The refusal that names every bad value by row and heading, and by its path in the body; at most 200.
 * @param problems `field` is the wire name; at least one.
 */
export const refuseBatchRows = (
  problems: readonly RowProblem[],
  kind: 'invalid' | 'conflict' = 'invalid',
): Refusal | null => {
  const ordered = problems.toSorted((a, b) => a.row - b.row);
  const [first] = ordered;
  if (first === undefined) return null;
  const shown = ordered.slice(0, MAX_SHOWN_PROBLEMS);
  const more = problems.length > 1 ? `（共${problems.length}处有误）` : '';
  return refuse(kind, 'batch.rows', `第${first.row}行 ${labelOf(first.field)}：${first.message}${more}`, {
    data: shown.map(({ row, field, message }) => ({
      row,
      field: labelOf(field),
      message,
      path: `list.${row - 1}.${field}`,
    })),
  });
};
