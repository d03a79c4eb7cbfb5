/** The chosen file: what is wrong with it, what the server read of it, and which of its sheets (R150). */
import { ApiError, client, messageOf } from 'root-config/api';
import { TEXTS } from 'root-config/ui';
import { useState } from 'react';
import { FileReading, SheetsToChoose, type ReadFile, type SheetInfo } from './import-wire.ts';

const PATH = '/biz-goods-in/import';
const MAX_BYTES = 10 * 1024 * 1024;

/** What is wrong with the files somebody dropped; undefined when it is one table file (S0§5, R38, R39). */
const fileProblem = (files: readonly File[]): string | undefined => {
  const [file] = files;
  if (files.length !== 1 || file === undefined) return TEXTS.oneFile;
  if (!/\.(xlsx|xls|csv)$/i.test(file.name)) return TEXTS.excelType;
  return file.size > MAX_BYTES ? TEXTS.excelSize : undefined;
};

/** A file that nobody wants any more is not kept on the server. */
export const giveUp = (file: ReadFile | undefined): void => {
  if (file !== undefined) void client.delete(`${PATH}-file/${file.fileId}`).catch(() => undefined);
};
const sameShape = (one: ReadFile | undefined, other: ReadFile): boolean =>
  one?.name === other.name && one.count === other.count && one.headers.join('\n') === other.headers.join('\n');

type Upload = { readonly upload: File; readonly sheet: string };
const readFile = async ({ upload, sheet }: Upload): Promise<ReadFile> => {
  const form = new FormData();
  form.append('sheet', sheet);
  form.append('file', upload, upload.name);
  return { ...FileReading.parse(await client.upload(`${PATH}-file`, form)), name: upload.name };
};
/** The sheets that the server asks about; none where something else is wrong. */
const sheetsIn = (error: unknown): readonly SheetInfo[] => {
  const sheets = SheetsToChoose.safeParse(error instanceof ApiError ? error.data : null);
  return sheets.success ? sheets.data : [];
};
type FileListener = {
  readonly fail: (message: string | undefined) => void;
  /** Hears whether it is another file than before. */
  readonly onRead: (another: boolean) => void;
};
/** The file as the server read it, and the sheets it could have read. */
const useReading = ({ fail, onRead }: FileListener) => {
  const [file, setFile] = useState<ReadFile>();
  const [reading, setReading] = useState(false);
  const [asked, setAsked] = useState<{ readonly upload: File; readonly sheets: readonly SheetInfo[] }>();
  const forgetFile = (): void => {
    setFile(undefined);
    setAsked(undefined);
  };
  const send = async (wanted: Upload): Promise<boolean> => {
    const { upload } = wanted;
    fail(undefined);
    setReading(true);
    try {
      const read = await readFile(wanted);
      giveUp(file);
      onRead(!sameShape(file, read));
      setFile(read);
      setAsked({ upload, sheets: read.sheets.filter(({ rows }) => rows > 0) });
      return true;
    } catch (error) {
      const sheets = sheetsIn(error);
      if (sheets.length > 0) {
        setFile(undefined);
        setAsked({ upload, sheets });
      }
      fail(messageOf(error));
      return false;
    } finally {
      setReading(false);
    }
  };
  return { file, reading, asked, send, forgetFile };
};
export const useFile = (told: FileListener) => {
  const { asked, send, ...state } = useReading(told);
  const choose = async (files: readonly File[]): Promise<boolean> => {
    const problem = fileProblem(files);
    const [upload] = files;
    if (problem === undefined && upload !== undefined) return send({ upload, sheet: '' });
    told.fail(problem);
    return false;
  };
  /** Of a workbook whose sheets are several, or are not the one that was read. */
  const chooseSheet = async (sheet: string): Promise<boolean> =>
    asked === undefined ? false : send({ upload: asked.upload, sheet });
  return { ...state, choose, chooseSheet, sheets: asked?.sheets ?? [] };
};
