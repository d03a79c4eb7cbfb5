/** The import while its wizard is open: what was chosen, what the server read, how far it is, what it refused. */
import { ApiError, client, createCommandKey, messageOf, sendCommand, useLockShops } from 'root-config/api';
import { TEXTS } from 'root-config/ui';
import { useEffect, useState } from 'react';
import { MAX_BATCH_NO, fits, tooLong } from 'services/contracts/limits';
import { z } from 'zod';
import { matchColumns } from './columns.ts';

const Read = z.object({
  fileId: z.string(),
  headers: z.array(z.string()),
  sample: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  count: z.int(),
});
export type ReadFile = z.infer<typeof Read> & { readonly name: string };
const Refused = z.array(z.object({ row: z.int(), field: z.string(), message: z.string() }));
export type RefusedRow = z.infer<typeof Refused>[number];
const Progress = z.object({ id: z.int(), state: z.string(), done: z.int(), total: z.int() });

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
const MAX_BYTES = 10 * 1024 * 1024;
const LOOK_MS = 700;
const LIMIT_MS = 600_000;

/** What is wrong with the files somebody dropped; undefined when it is one table file (S0§5, R38, R39). */
export const fileProblem = (files: readonly File[]): string | undefined => {
  const [file] = files;
  if (files.length !== 1 || file === undefined) return TEXTS.oneFile;
  if (!/\.(xlsx|xls|csv)$/i.test(file.name)) return TEXTS.excelType;
  return file.size > MAX_BYTES ? TEXTS.excelSize : undefined;
};

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
  const [refused, setRefused] = useState<readonly RefusedRow[]>([]);
  const [imported, setImported] = useState<number>();
  const [waiting, setWaiting] = useState<string | null>(null);
  const forget = (): void => {
    setFailure(undefined);
    setRefused([]);
    setImported(undefined);
  };
  const send = async (body: Readonly<Record<string, unknown>>): Promise<void> => {
    forget();
    setRunning(true);
    try {
      const exchange = (command: string) =>
        client.request('POST', PATH, { body, headers: { 'Idempotency-Key': command }, timeout: LIMIT_MS });
      const { data } = await sendCommand(key, exchange, setWaiting);
      setImported(Progress.parse(data).total);
      onDone();
    } catch (error) {
      setFailure(messageOf(error));
      const rows = Refused.safeParse(error instanceof ApiError ? error.data : null);
      setRefused(rows.success ? rows.data : []);
    } finally {
      setRunning(false);
      setWaiting(null);
    }
  };
  return { send, running, failure, setFailure, refused, imported, waiting, forget };
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

export const useImport = (onDone: () => void) => {
  const { head, setHead, problems, askForHead } = useHead();
  const [file, setFile] = useState<ReadFile>();
  const [reading, setReading] = useState(false);
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
  const command = useImportCommand(onDone);
  const done = useProgress(file?.fileId, command.running);

  const choose = async (files: readonly File[]): Promise<boolean> => {
    const problem = fileProblem(files);
    const [chosen] = files;
    command.forget();
    if (problem !== undefined || chosen === undefined) return (command.setFailure(problem), false);
    const form = new FormData();
    form.append('file', chosen, chosen.name);
    setReading(true);
    try {
      const read = Read.parse(await client.upload(`${PATH}-file`, form));
      setFile({ ...read, name: chosen.name });
      setMapping(matchColumns(read.headers));
      return true;
    } catch (error) {
      command.setFailure(messageOf(error));
      return false;
    } finally {
      setReading(false);
    }
  };
  /** @returns 'header' when that must be mended first. */
  const start = async (): Promise<'header' | void> => {
    const { shopId, supplierId, type, batchNo } = head;
    const message = askForHead();
    if (message !== undefined) return (command.setFailure(message), 'header');
    if (file === undefined) return command.setFailure('请先导入Excel文件数据！');
    await command.send({ supplierId: supplierId ?? null, shopId, type, batchNo, fileId: file.fileId, mapping });
  };
  return {
    ...command,
    head,
    problems,
    setHead: (patch: Partial<Head>): void => {
      setHead(patch);
      command.setFailure(undefined);
    },
    file,
    reading,
    choose,
    mapping,
    setMapping,
    start,
    done,
  };
};
export type ImportState = ReturnType<typeof useImport>;
