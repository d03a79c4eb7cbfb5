/** A message that says only what is wrong also says where: 金重：不能小于0, 第2行“数量”：请输入整数. */
import type { FieldProblem } from '../../contracts/envelope.ts';
import type { Outcome } from '../answers/outcome.ts';

/** By the field's name, or by its list's and its own where other lists call it otherwise: `sellRecycleList.cost`. */
export type FieldLabels = Readonly<Record<string, string>>;

/** Texts of values and of {@link problemsOf}; the documents' own messages name their fields themselves. */
export const GENERIC =
  /^(不能为空|不能小于|不能大于|不能超过|最多|最少|必须大于|必须小于|应为|格式不正确|填写有误|含有|超出范围|没有这个|日期不存在|日期格式|时间格式|编号格式|请输入数字|请输入整数|请输入文字|请输入正确|请选择正确|请选择是或否|请选择日期|请至少选择一项)/;

/** Sorting is called like what it sorts: goldWeightOrder, typeArr. */
const SUFFIX = /(Order|Arr)$/;
const labelOf = (labels: FieldLabels, names: readonly string[]): string | undefined => {
  const name = names.at(-1) ?? '';
  return labels[names.slice(-2).join('.')] ?? labels[name] ?? labels[name.replace(SUFFIX, '')];
};

/** The problem in words that stand alone; as it is where it names its field, or nobody knows what the field is called. */
export const named = (labels: FieldLabels, { path, message }: FieldProblem): string => {
  const steps = path.split('.');
  const label = labelOf(
    labels,
    steps.filter((step) => !/^\d+$/.test(step)),
  );
  if (label === undefined || !GENERIC.test(message)) return message;
  const row = steps.findLast((step) => /^\d+$/.test(step));
  return row === undefined ? `${label}：${message}` : `第${Number(row) + 1}行“${label}”：${message}`;
};

const isProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
/** The envelope's `msg` stands alone in a toast or a log; beside a field stands `data[].message` as it is. */
export const withFieldNames = (outcome: Outcome, labels: () => FieldLabels): Outcome => {
  if (outcome.kind !== 'envelope' || outcome.status !== 422 || !Array.isArray(outcome.envelope.data)) return outcome;
  const { data, msg } = outcome.envelope;
  const first: unknown = data[0];
  if (!isProblem(first) || first.message !== msg) return outcome;
  return { ...outcome, envelope: { ...outcome.envelope, msg: named(labels(), first) } };
};
