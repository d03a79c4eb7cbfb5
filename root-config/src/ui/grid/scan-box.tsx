import { Button, TextInput } from '@primer/react';
import { messageOf, usePreference, useScanner } from 'root-config/api';
import { useId, useRef, useState } from 'react';
import { announceScan } from './scan-signal.ts';
import { playScan } from './sound.ts';
import type { ScanOutcome } from './types.ts';
import './scan-box.css';

export type ScanBoxProps = {
  readonly onScan: (code: string) => Promise<ScanOutcome>;
  readonly label?: string;
  readonly placeholder?: string;
  /** Reason why nothing can be scanned now (view mode, no shop yet is for onScan to say). */
  readonly disabled?: boolean;
  /** Message for Enter on an empty box. */
  readonly emptyText?: string;
};
type Trouble = { readonly code: string; readonly reason: string };

/**
 * The scan box that is always ready: Enter in it, or the scanner while the focus is anywhere. Codes are looked up one
 * after another in the order they came. An unknown one stays in red with its reason until somebody reads it away; the
 * focus stays where it was.
 */
export const ScanBox = ({
  onScan,
  label = '扫码',
  placeholder = '扫描或输入条码，按回车',
  disabled = false,
  emptyText = '请输入条码！',
}: ScanBoxProps) => {
  const id = useId();
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const [trouble, setTrouble] = useState<readonly Trouble[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [sound, setSound] = usePreference('scan-sound', true);
  const queue = useRef(Promise.resolve());
  const latest = useRef(onScan);

  const look = async (code: string): Promise<void> => {
    const outcome = await latest
      .current(code)
      .catch((error: unknown): ScanOutcome => ({ ok: false, reason: messageOf(error) }));
    setWaiting((count) => count - 1);
    if (sound) playScan(outcome.ok);
    if (outcome.ok) setSaid(outcome.text ?? `已录入 ${code}`);
    else
      setTrouble((list) =>
        [{ code, reason: outcome.reason }, ...list.filter((each) => each.code !== code)].slice(0, 20),
      );
  };
  const scan = (raw: string): void => {
    const code = raw.trim();
    latest.current = onScan;
    if (code === '') return setSaid(emptyText);
    setWaiting((count) => count + 1);
    queue.current = queue.current.then(() => look(code));
  };
  useScanner(
    (code) => {
      announceScan();
      scan(code);
    },
    { active: !disabled },
  );

  return (
    <div className="ui-scan">
      <div className="ui-scan-line">
        <label htmlFor={id} className="ui-scan-label">
          {label}
        </label>
        <TextInput
          id={id}
          className="ui-scan-input"
          value={text}
          disabled={disabled}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.stopPropagation();
            // Typed by hand: an input method may have left full-width letters.
            scan(text.normalize('NFKC'));
            setText('');
          }}
        />
        <Button variant="invisible" aria-pressed={sound} onClick={() => setSound(!sound)}>
          {sound ? '声音：开' : '声音：关'}
        </Button>
        <span className="ui-scan-said" role="status" aria-live="polite">
          {waiting > 0 ? '正在查询…' : said}
        </span>
      </div>
      <ul className="ui-scan-trouble" aria-live="assertive" aria-label="未识别的条码">
        {trouble.map(({ code, reason }) => (
          <li key={code}>
            <strong>{code}</strong>
            <span>{reason}</span>
            <button type="button" onClick={() => setTrouble((list) => list.filter((each) => each.code !== code))}>
              知道了
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
