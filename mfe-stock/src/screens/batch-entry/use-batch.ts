/** State of the batch page: header and lines survive a change of page and a reload, until they are saved. */
import {
  ApiError,
  createCommandKey,
  mended,
  messageOf,
  toast,
  useConfig,
  useLockShops,
  usePageState,
  useSend,
  type CommandKey,
} from 'root-config/api';
import { shopToday, type LineModel } from 'root-config/ui';
import { useState } from 'react';
import { z } from 'zod';
import { printRows } from '../../labels/labels.tsx';
import {
  batchBody,
  cellWords,
  copiesOf,
  headProblems,
  isUntouched,
  newBatchLine,
  whyNoCopy,
  whyNoRow,
  whyNoSave,
  whyNotBatchNo,
  type BatchHead,
  type BatchLine,
  type BatchProblem,
} from './batch-lines.ts';
import { emptyLines, markLines, useLines } from './use-lines.ts';

/** Created pieces as labels take them. */
const CreatedPieces = z.array(z.looseObject({ barcode: z.string(), num: z.int(), printTemplate: z.string() }));
export type CreatedPieces = z.infer<typeof CreatedPieces>;

type DayText = { readonly text: string; readonly message: string | undefined };
/**
 * The day as it is typed: what cannot be read stays with the header, also over a reload, and is said once the field is
 * left; what an earlier visit typed was left then.
 */
const useTypedDay = () => {
  const [typed, setTyped] = usePageState<DayText | undefined>('typedDay', undefined);
  const [left, setLeft] = useState(true);
  return {
    typing: {
      text: typed?.text,
      type: (text: string, message: string | undefined): void => {
        setTyped({ text, message });
        setLeft(false);
      },
      settle: (): void => {
        setTyped((before) => (before?.message === undefined ? undefined : before));
        setLeft(true);
      },
      forget: (): void => setTyped(undefined),
    },
    unreadable: typed?.message,
    said: left ? typed?.message : undefined,
  };
};

/** The header and what is wrong in it. */
const useHead = () => {
  const { preset } = useLockShops();
  const [head, setHead] = usePageState<BatchHead>('head', () => ({
    ...(preset !== null && { shopId: preset }),
    printTemplate: '标准标签',
    inStorageAt: shopToday(),
    batchNo: '',
  }));
  const [problems, setProblems] = useState<readonly BatchProblem[]>([]);
  const change = (values: Partial<BatchHead>): void => {
    setHead((before) => ({ ...before, ...values }));
    setProblems((before) => before.filter(({ path }) => !(path in values)));
    mended();
  };
  const { typing, unreadable, said } = useTypedDay();
  const problemOf = (path: keyof BatchHead) =>
    (path === 'inStorageAt' ? said : path === 'batchNo' ? whyNotBatchNo(head.batchNo) : undefined) ??
    problems.find((one) => one.path === path)?.message;
  const wrongInHead = (): readonly BatchProblem[] =>
    unreadable === undefined
      ? headProblems(head)
      : [{ path: 'inStorageAt', message: unreadable }, ...headProblems(head)];
  return { head, change, problemOf, setProblems, typing, wrongInHead };
};

/** The first wrong place gets the keyboard: a field of the header, or a cell. */
const goTo = (model: LineModel<BatchLine>, path: string | undefined): void => {
  const [place = '', index, field] = path?.split('.') ?? [];
  if (index !== undefined) return model.reveal(Number(index), field ?? 'name');
  document.querySelector<HTMLElement>(`.batch-header [data-field="${CSS.escape(place)}"] :is(input, button)`)?.focus();
};

/** No column: the grid takes its first. */
const FIRST_CELL = '';

/** Adding rows, each only when the header allows it (S0§5). */
const rowsOf = (head: BatchHead, model: LineModel<BatchLine>) => ({
  addRow: (): void => {
    const reason = whyNoRow(head);
    if (reason !== undefined) return toast.error(reason);
    mended();
    // Asked again without a word typed, the empty row there is meant: Enter on the button made one after the other.
    const last = model.at(model.length - 1);
    if (last === undefined || !isUntouched(last)) model.append([newBatchLine()], true);
    model.reveal(model.length - 1, FIRST_CELL);
  },
  copyFirst: (howMany: number): void => {
    const reason = whyNoCopy(model.length, howMany);
    const first = model.at(0);
    if (reason !== undefined || first === undefined) return toast.error(reason ?? '');
    const wrong = model.problems().find(({ path }) => path.startsWith('0.'));
    // A copy would have the value from before, unmarked.
    if (wrong !== undefined) {
      toast.error(`首行有误，请先修改。${cellWords(wrong)}`);
      return goTo(model, `list.${wrong.path}`);
    }
    model.append(copiesOf(first, howMany), true);
  },
});

/** Sends the batch once nothing is wrong in it; the new pieces get their labels at once, or are offered them. */
const useBatchSave = (
  { head, wrongInHead, setProblems }: ReturnType<typeof useHead>,
  model: LineModel<BatchLine>,
  key: CommandKey,
) => {
  const direct = useConfig('print_direct') === 'true';
  const [created, setCreated] = useState<CreatedPieces>([]);
  const { send, pending, waiting } = useSend<Record<string, unknown>, typeof CreatedPieces>({
    method: 'POST',
    path: '/biz-goods-in/goods-batch',
    views: ['/biz-goods-in'],
    data: CreatedPieces,
    key,
  });

  const refused = (problems: readonly BatchProblem[], message: string): void => {
    setProblems(problems.filter(({ path }) => !path.startsWith('list')));
    markLines(model, problems);
    toast.error(message);
    goTo(model, problems[0]?.path);
  };
  const save = async (): Promise<void> => {
    const missing = wrongInHead();
    const [wrong] = [...missing, ...[whyNoSave(model.lines) ?? []].flat()];
    if (wrong !== undefined) return refused(missing.length > 0 ? missing : [wrong], wrong.message);
    const [cell] = model.problems();
    if (cell !== undefined) {
      toast.error(cellWords(cell));
      return goTo(model, `list.${cell.path}`);
    }
    try {
      const { data } = await send(batchBody(head, model.lines));
      emptyLines(model);
      if (direct) await printRows(data, head.printTemplate, 'any');
      else setCreated(data);
    } catch (error) {
      refused(error instanceof ApiError ? error.fields : [], messageOf(error));
    }
  };
  return { save, saving: pending, waiting, created, printed: () => setCreated([]) };
};

export const useBatch = () => {
  const heading = useHead();
  const [key] = useState(() => createCommandKey());
  const model = useLines(key);
  const saving = useBatchSave(heading, model, key);
  const { head, change, problemOf, typing } = heading;
  return { head, change, problemOf, typing, model, ...rowsOf(head, model), ...saving };
};
export type BatchState = ReturnType<typeof useBatch>;
