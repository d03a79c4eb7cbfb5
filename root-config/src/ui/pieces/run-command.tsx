import { Dialog } from '@primer/react';
import { ApiError, messageOf, sendOnce, toast, type OnceCommand } from 'root-config/api';
import { words } from '../format/show.ts';
import { openOverlay } from './overlay.tsx';
import './states.css';

export type CommandCall = Omit<OnceCommand, 'refused'>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** What stands in the way, one line each, from the `data` of a refusal. */
const blockersOf = (data: unknown): readonly string[] => {
  const list = isRecord(data) ? Object.values(data).find((each) => Array.isArray(each)) : data;
  if (!Array.isArray(list)) return [];
  return list.map((each: unknown) => {
    if (!isRecord(each)) return words(each);
    const name = each['barcode'] ?? each['no'] ?? each['id'] ?? each['path'];
    return [name, each['message'] ?? each['reason']]
      .filter((part) => part !== undefined)
      .map((part) => words(part))
      .join('：');
  });
};
/** A refusal as a message; with its list when it names what stands in the way. */
export const showRefusal = (error: unknown): void => {
  const blockers = error instanceof ApiError ? blockersOf(error.data) : [];
  if (blockers.length === 0) return toast.error(messageOf(error));
  openOverlay((close) => (
    <Dialog
      title={messageOf(error)}
      width="large"
      onClose={close}
      footerButtons={[{ content: '知道了', onClick: close }]}
    >
      <ul className="ui-blockers">
        {blockers.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  ));
};

/** One command from a row or the toolbar: sent with a key, retried while its outcome is unknown, said, lists reloaded. */
export const runCommand = (command: CommandCall): Promise<boolean> => sendOnce({ ...command, refused: showRefusal });
