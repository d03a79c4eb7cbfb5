/** 导入用户: one table, whole or not at all; what is wrong is listed by row (R125). */
import { ApiError, client, messageOf, toast } from 'root-config/api';
import { Button, Checkbox, Dialog, type ScreenHandle } from 'root-config/ui';
import { useId, useState } from 'react';
import { z } from 'zod';
import './user.css';

const Problems = z.array(z.object({ row: z.int(), field: z.string(), message: z.string() }));
type Problem = z.infer<typeof Problems>[number];
const Done = z.object({ created: z.int(), updated: z.int() });
const ONE = '只能上传一个文件！';
const KIND = '只支持 .xlsx、.xls 文件！';

const Sheets = z
  .array(z.object({ path: z.literal('sheet'), name: z.string(), rows: z.int(), hidden: z.boolean() }))
  .min(1);
type Sheets = z.infer<typeof Sheets>;
type ImportUpload = { readonly file: File; readonly update: boolean; readonly sheet: string };
const send = async ({ file, update, sheet }: ImportUpload): Promise<string> => {
  const form = new FormData();
  form.append('sheet', sheet);
  form.append('file', file, file.name);
  const { created, updated } = Done.parse(
    await client.upload(`/system/user/importData?updateSupport=${update ? '1' : '0'}`, form),
  );
  return `导入成功：新增${created}人，更新${updated}人`;
};
type Failure = { readonly message: string; readonly problems: readonly Problem[]; readonly sheets?: Sheets };
const failureOf = (error: unknown): Failure => {
  const read = Problems.safeParse(error instanceof ApiError ? error.data : []);
  const sheets = Sheets.safeParse(error instanceof ApiError ? error.data : []);
  if (sheets.success) return { message: messageOf(error), problems: [], sheets: sheets.data };
  return { message: messageOf(error), problems: read.success ? read.data : [] };
};

const Failed = ({ failure }: { readonly failure: Failure }) => (
  <div role="alert" className="user-import-failed">
    <p>{failure.message}</p>
    {failure.problems.length > 0 && (
      <table>
        <thead>
          <tr>
            <th>行</th>
            <th>列</th>
            <th>问题</th>
          </tr>
        </thead>
        <tbody>
          {failure.problems.map(({ row, field, message }) => (
            <tr key={`${row}-${field}-${message}`}>
              <td>{row}</td>
              <td>{field}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </div>
);

export const ImportDialog = ({ screen }: { readonly screen: ScreenHandle }) => {
  const id = useId();
  const [file, setFile] = useState<File>();
  const [update, setUpdate] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const choose = (files: FileList | null): void => {
    const [first] = files ?? [];
    const wrong = (files?.length ?? 0) > 1 ? ONE : first !== undefined && !/\.xlsx?$/i.test(first.name) ? KIND : null;
    setFailure(wrong === null ? undefined : { message: wrong, problems: [] });
    setFile(wrong === null ? first : undefined);
  };
  const submit = async (sheet = ''): Promise<void> => {
    if (file === undefined) return setFailure({ message: '请选择要导入的文件', problems: [] });
    setBusy(true);
    try {
      toast.success(await send({ file, update, sheet }));
      screen.close();
      screen.reload();
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="导入用户"
      width="min(600px, 100vw)"
      onClose={screen.close}
      footerButtons={[
        { content: '取消', onClick: screen.close },
        { content: '开始导入', buttonType: 'primary', loading: busy, onClick: () => void submit() },
      ]}
    >
      <div className="user-import">
        <label htmlFor={id}>选择 .xlsx 或 .xls 文件，最多5000人；有一行不对，就一个也不导入。</label>
        <input id={id} type="file" accept=".xlsx,.xls" onChange={(event) => choose(event.target.files)} />
        <p className="ui-hint">
          新用户要填带 * 的列；分店填“全部分店”或分店名称，多个用顿号分开。已有用户留空的列不变。
        </p>
        <label className="user-import-update">
          <Checkbox checked={update} onChange={(event) => setUpdate(event.target.checked)} /> 更新已经存在的用户
        </label>
        <p>
          <Button
            size="small"
            onClick={() =>
              void client
                .download('/sys-user/import-template', {}, '用户导入模板.xlsx')
                .catch((error: unknown) => toast.error(messageOf(error)))
            }
          >
            下载模板
          </Button>
        </p>
        {failure !== undefined && <Failed failure={failure} />}
        {failure?.sheets !== undefined && (
          <p className="user-import-sheets">
            {failure.sheets.map(({ name, rows, hidden }) => (
              <Button key={name} size="small" loading={busy} onClick={() => void submit(name)}>
                导入“{name}”（{rows}行{hidden ? '，隐藏' : ''}）
              </Button>
            ))}
          </p>
        )}
      </div>
    </Dialog>
  );
};
