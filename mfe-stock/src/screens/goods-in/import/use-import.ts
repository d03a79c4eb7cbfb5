/** The import while its wizard is open: what was chosen, what the server read, how far it is, what it refused. */
import { ApiError, client, createCommandKey, messageOf, sendCommand, useLockShops } from 'root-config/api';
import { useEffect, useState } from 'react';
import { MAX_BATCH_NO, fits, tooLong } from 'services/contracts/limits';
import {
  ImportResult,
  Progress,
  RefusedCells,
  type Edits,
  type ReadFile,
  type RefusedCell,
  type Report,
} from './import-wire.ts';
import { useCheck } from './use-check.ts';
import { useColumns } from './use-columns.ts';
import { giveUp, useFile } from './use-file.ts';

export type Head = {
  readonly shopId: number | undefined;
  readonly supplierId: number | undefined;
  readonly supplierName: string | undefined;
  readonly type: string | undefined;
  readonly batchNo: string;
};
export type HeadProblems = { readonly [K in keyof Head]?: string };
/** What is wrong in the header, by field (S0§5). */
export const headProblems = ({ shopId, type, batchNo }: Head): HeadProblems => ({
  ...(shopId === undefined && { shopId: '请选择分店名称' }),
  ...(type === undefined && { type: '请选择首饰类别' }),
  ...(!fits(batchNo, MAX_BATCH_NO) && { batchNo: tooLong(MAX_BATCH_NO) }),
});

const PATH = '/biz-goods-in/import';
const LOOK_MS = 700;
const LIMIT_MS = 600_000;

/** Rows done while the import runs; asked by the file, for its number is known only afterwards. */
const useProgress = (fileId: string | undefined, running: boolean): number => {
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (!running || fileId === undefined) return undefined;
    const look = setInterval(() => {
      client.get(`${PATH}/${fileId}`).then(
        (answer) => setDone(Progress.parse(answer).done),
        // Not begun yet: the next look finds it.
        () => undefined,
      );
    }, LOOK_MS);
    return () => clearInterval(look);
  }, [fileId, running]);
  return running ? done : 0;
};

/** A refused import keeps everything; corrected, it is a new command. */
const useImportCommand = (onDone: () => void) => {
  const [key] = useState(() => createCommandKey());
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [imported, setImported] = useState<ImportResult>();
  const [waiting, setWaiting] = useState<string | null>(null);
  const forget = (): void => {
    setFailure(undefined);
    setImported(undefined);
  };
  /** @returns the cells that were refused. */
  const send = async (body: Readonly<Record<string, unknown>>): Promise<readonly RefusedCell[]> => {
    forget();
    setRunning(true);
    try {
      const exchange = (command: string) =>
        client.request('POST', PATH, { body, headers: { 'Idempotency-Key': command }, timeout: LIMIT_MS });
      const { data } = await sendCommand(key, exchange, setWaiting);
      setImported(ImportResult.parse(data));
      onDone();
      return [];
    } catch (error) {
      setFailure(messageOf(error));
      const cells = RefusedCells.safeParse(error instanceof ApiError ? error.data : null);
      return cells.success ? cells.data : [];
    } finally {
      setRunning(false);
      setWaiting(null);
    }
  };
  return { send, running, failure, setFailure, imported, waiting, forget };
};

/** The header, and what is wrong in it: what is missing once the import was asked for, what is typed wrongly at once. */
const useHead = () => {
  const { preset } = useLockShops();
  const [asked, setAsked] = useState(false);
  const [head, setHead] = useState<Head>({
    shopId: preset ?? undefined,
    supplierId: undefined,
    supplierName: undefined,
    type: undefined,
    batchNo: '',
  });
  const wrong = headProblems(head);
  return {
    head,
    setHead: (patch: Partial<Head>): void => setHead((now) => ({ ...now, ...patch })),
    problems: asked ? wrong : wrong.batchNo === undefined ? {} : { batchNo: wrong.batchNo },
    /** @returns the first message. */
    askForHead: (): string | undefined => {
      setAsked(true);
      return Object.values(wrong)[0];
    },
  };
};

const downloadErrors = (body: object, fail: (message: string) => void): Promise<void> =>
  client.download(`${PATH}-errors`, {}, '导入错误.xlsx', body).catch((error: unknown) => fail(messageOf(error)));
type ImportChoices = {
  readonly mapping: Readonly<Record<string, string>>;
  readonly edits: Edits;
  readonly units: Readonly<Record<string, string>>;
};
const bodyOf = (head: Head, file: ReadFile | undefined, { mapping, edits, units }: ImportChoices) => {
  const { supplierId, shopId, type, batchNo } = head;
  return {
    supplierId: supplierId ?? null,
    shopId,
    type,
    batchNo,
    fileId: file?.fileId,
    mapping,
    units,
    edits: Object.values(edits),
  };
};
/** What stands against an import that was looked at; undefined: nothing. */
const objection = ({ problemCount, doubtCount }: Report, consented: number): string | undefined => {
  if (problemCount > 0) return `有${problemCount}处有误，请修改后再导入`;
  return doubtCount > consented ? `有${doubtCount}处数据不合常理，请核对后勾选“仍然导入”` : undefined;
};

type Wizard = {
  readonly heading: ReturnType<typeof useHead>;
  readonly command: ReturnType<typeof useImportCommand>;
  readonly checks: ReturnType<typeof useCheck>;
  readonly file: ReadFile | undefined;
  readonly mapping: Readonly<Record<string, string>>;
};
/** What the server is asked with all that was chosen: the import itself, what it would say of it, its list of errors. */
const questionsOf = ({ heading: { head, askForHead }, command, checks, file, mapping }: Wizard) => {
  const body = () => bodyOf(head, file, { mapping, edits: checks.edits, units: checks.units });
  return {
    /** @returns 'header' when that must be mended first. */
    start: async (): Promise<'header' | void> => {
      const message = askForHead();
      if (message !== undefined) return (command.setFailure(message), 'header');
      if (file === undefined) return command.setFailure('请先导入Excel文件数据！');
      const report = await checks.check(body());
      if (report === undefined) return undefined;
      const objected = objection(report, checks.consented);
      if (objected !== undefined) return command.setFailure(objected);
      checks.setProblems(await command.send({ ...body(), consent: report.doubtCount }));
      return undefined;
    },
    /** What a column's numbers are in; the rest is looked at again with it. */
    answerUnit: async (column: string, value: string): Promise<void> => {
      checks.setUnit(column, value);
      await checks.check({ ...body(), units: { ...checks.units, [column]: value } });
    },
    /** Nothing to say yet while the head is not whole. */
    look: async (): Promise<void> => {
      const whole = head.shopId !== undefined && head.type !== undefined;
      if (file !== undefined && whole && Object.keys(mapping).length > 0) await checks.check(body());
    },
    errorSheet: (): Promise<void> => downloadErrors(body(), command.setFailure),
  };
};

export const useImport = (onDone: () => void) => {
  const heading = useHead();
  const command = useImportCommand(onDone);
  const checks = useCheck(command.setFailure);
  const { file, forgetFile, ...upload } = useFile({
    fail: command.setFailure,
    onRead: (another) => {
      // The same file again, because the first copy is gone: what was mended in it still holds.
      if (another) checks.forgetEdits();
      checks.outdated();
    },
  });
  const columns = useColumns(file, heading.head.supplierId);
  return {
    ...command,
    ...checks,
    ...columns,
    head: heading.head,
    problems: heading.problems,
    setHead: (patch: Partial<Head>): void => {
      heading.setHead(patch);
      checks.outdated();
      command.setFailure(undefined);
    },
    file,
    ...upload,
    setMapping: (mapping: Readonly<Record<string, string>>): void => {
      columns.setMapping(mapping);
      checks.outdated();
    },
    ...questionsOf({ heading, command, checks, file, mapping: columns.mapping }),
    /** The next file of the same delivery. */
    more: (): void => {
      command.forget();
      checks.forgetEdits();
      checks.outdated();
      forgetFile();
    },
    leave: (): void => giveUp(command.imported === undefined ? file : undefined),
    done: useProgress(file?.fileId, command.running),
  };
};
export type ImportState = ReturnType<typeof useImport>;
