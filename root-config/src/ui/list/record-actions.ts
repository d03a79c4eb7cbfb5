/** What screens of plain records have in common: the status, a dialog that reloads its list, deletions. */
import { sendOnce } from 'root-config/api';
import { deleteText } from '../format/texts.ts';
import { confirm } from '../pieces/confirm.tsx';
import type { ScreenHandle } from './types.ts';

/** '2' and '1' of S2§4, for choices and filters. */
export const STATUS_OPTIONS = [
  { value: '2', label: '正常' },
  { value: '1', label: '停用' },
];
/** For a dialog of a list, or of a page that opens it: saved, it closes and what lies behind it shows what it did. */
export const closing = ({ close, reload }: Pick<ScreenHandle, 'close' | 'reload'>) => ({
  onSaved: (): void => {
    close();
    reload();
  },
  onClose: close,
});
/** Asks `question`, and deletes records of `path`; `views` reload besides. False when nothing was sent or it was refused. */
export const removing =
  (path: string, views: readonly string[] = [], question = deleteText) =>
  async (rows: readonly { readonly id: number }[]): Promise<boolean> => {
    const ids = rows.map(({ id }) => id);
    if (!(await confirm({ text: question(ids), danger: true }))) return false;
    return sendOnce({ method: 'DELETE', path, body: { ids }, views: [path, ...views] });
  };
