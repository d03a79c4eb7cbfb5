/** Which piece or document stands in the fields: typed, or scanned wherever the focus is. */
import { messageOf, useScanner } from 'root-config/api';
import { loadPaper, type PrintData } from 'root-config/print';
import { Button, TextInput, playScan } from 'root-config/ui';
import { useId, useState, type KeyboardEvent } from 'react';
import { asBarcode } from 'services/contracts/barcode';
import { documentId, findPiece } from './paper-data.ts';

const lookUp = async (kind: string, typed: string): Promise<PrintData | string> => {
  const text = asBarcode(typed);
  if (kind === 'label') {
    if (text === '') return '请输入条码！';
    return (await findPiece(text)) ?? `没有找到条码为${text}的首饰`;
  }
  const id = documentId(text);
  return id === '' ? '请输入单据号！' : (await loadPaper(kind, id)).data;
};
const words = (value: unknown): string => (typeof value === 'string' ? value : '');
const titleOf = (data: PrintData): string =>
  [data['barcode'] ?? data['no'] ?? data['orderNo'], data['name'] ?? data['shopName'] ?? data['outShopName']]
    .map(words)
    .filter((part) => part !== '')
    .join(' ');

type Props = {
  readonly kind: string;
  /** null: the sample. */
  readonly data: PrintData | null;
  readonly onData: (data: PrintData | null) => void;
};
export const PreviewData = ({ kind, data, onData }: Props) => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const find = async (text: string): Promise<void> => {
    setBusy(true);
    setMessage(null);
    try {
      const found = await lookUp(kind, text);
      if (typeof found === 'string') setMessage(found);
      else onData(found);
      playScan(typeof found === 'string' ? 'unknown' : 'hit');
      if (typeof found !== 'string') setTyped('');
    } catch (error) {
      setMessage(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  useScanner((code) => void find(code), { active: kind === 'label' });
  const what = kind === 'label' ? '条码' : '单据号';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void find(typed);
  };
  return (
    <div className="dz-preview">
      <label htmlFor={id}>预览{what}</label>
      <TextInput
        id={id}
        size="small"
        autoComplete="off"
        placeholder={kind === 'label' ? '扫码或输入条码' : '输入单据号'}
        value={typed}
        loading={busy}
        {...(message === null ? {} : { validationStatus: 'error', 'aria-describedby': `${id}-said` })}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      <span id={`${id}-said`} role="status" className={message === null ? 'dz-said' : 'dz-said dz-problem'}>
        {message ?? (data === null ? '示例数据' : titleOf(data))}
      </span>
      {data === null ? null : (
        <Button size="small" variant="invisible" onClick={() => onData(null)}>
          用示例
        </Button>
      )}
    </div>
  );
};
