/** 完成盘点 and 继续盘点: the end of a count, and its going on (R9). */
import { messageOf, refreshViews, toast } from 'root-config/api';
import { confirm, count, type FormButton, type FormHandle, type LineModel } from 'root-config/ui';
import { finishCheck, resumeCheck, saveCheck } from './check-commands.ts';
import type { FeedState } from './check-feed.ts';
import { editedLines, headerChanged, type CheckValues, type Line } from './check-lines.ts';
import { figuresOf } from './count-progress.tsx';

const asked = (model: LineModel<Line>, hidden: boolean): Promise<boolean> => {
  const { left } = figuresOf(model);
  const text = hidden
    ? '完成后显示账面和差异，只有能审核的人可以继续盘点。确定完成盘点吗？'
    : left === 0
      ? '账面上的首饰都盘到了。确定完成盘点吗？'
      : `还有 ${count(left)} 件未盘，完成后按缺失显示。确定完成盘点吗？`;
  return confirm({ title: '完成盘点', text, ok: '完成盘点' });
};
const finish = async (form: FormHandle<CheckValues>, model: LineModel<Line>, hidden: boolean): Promise<void> => {
  const { values } = form;
  const { id, shopId, checkAt, type, style, remark } = values;
  if (id === undefined) return toast.error('请先提取库存数据或扫码');
  if (model.problems().length > 0) return toast.error('有数量没有改好，改好后再完成盘点');
  if (!(await asked(model, hidden))) return;
  const typed = editedLines(model.lines);
  if (typed.length > 0 || headerChanged(values)) {
    await saveCheck(id, { shopId, checkAt, type, style, remark }, typed);
    form.set({ kept: { shopId, checkAt, type, style, remark } });
  }
  await finishCheck(id);
  toast.success('已完成盘点');
  await refreshViews(['/biz-check']);
};
const resume = async ({ id }: Partial<CheckValues>): Promise<void> => {
  if (id === undefined) return;
  await resumeCheck(id);
  toast.success('可以继续盘点');
  await refreshViews(['/biz-check']);
};

/** Buttons of a count that is open, or finished and not audited yet. */
export const closingButtons = (model: LineModel<Line>, state: FeedState): readonly FormButton<CheckValues>[] => {
  const { finished, audited, hidden } = state;
  const run = (doing: Promise<void>): void => void doing.catch((error: unknown) => toast.error(messageOf(error)));
  if (audited) return [];
  return finished
    ? [{ name: 'resume', label: '继续盘点', press: ({ values }) => run(resume(values)) }]
    : [
        {
          name: 'finish',
          label: '完成盘点',
          when: ({ values }) => values.id !== undefined,
          press: (form) => run(finish(form, model, hidden)),
        },
      ];
};
