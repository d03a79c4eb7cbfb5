import { Button, TextInput } from '@primer/react';
import { messageOf, takeCustomerCard, usePreference, useScanner } from 'root-config/api';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { asBarcode } from 'services/contracts/barcode';
import { scanBegins, scanEnds } from './scans-under-way.ts';
import { useMedia } from '../pieces/use-media.ts';
import { CameraScan } from '../scan/lazy-camera-scan.tsx';
import { canVibrate, playScan, vibrateScan, type ScanKind } from '../scan/feedback.ts';
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
  /** Codes are handed over as they come instead of one after the other: for counting, where their order says nothing. */
  readonly atOnce?: boolean;
};
type Trouble = { readonly code: string; readonly reason: string };

/**
 * A code in the box, closed by Enter, or by Tab as some scanners send it: an empty box lets Tab go on. It is all that
 * stands in the box, however fast it came (R149). With a Chinese input method on, the closing key first ends the
 * composition, and the code is what the composition left.
 */
const useTypedCode = (scan: (code: string) => void) => {
  const [text, setText] = useState('');
  const closing = useRef(false);
  const take = (typed: string): void => {
    scan(typed);
    setText('');
  };
  return {
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) => setText(event.target.value),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const { key, code, ctrlKey, metaKey, shiftKey, nativeEvent, currentTarget } = event;
      if (ctrlKey || metaKey || shiftKey) return;
      if (nativeEvent.isComposing) {
        // The composition has the key; what it leaves is taken when it ends.
        closing.current = ['Enter', 'NumpadEnter', 'Tab'].includes(key === 'Process' ? code : key);
        return;
      }
      const { value } = currentTarget;
      if (key !== 'Enter' && !(key === 'Tab' && value.trim() !== '')) return;
      event.preventDefault();
      event.stopPropagation();
      take(value);
    },
    onCompositionEnd: (event: { readonly currentTarget: { readonly value: string } }) => {
      if (!closing.current) return;
      closing.current = false;
      take(event.currentTarget.value);
    },
  };
};

const kindOf = (outcome: ScanOutcome): ScanKind =>
  outcome.ok ? (outcome.again === true ? 'double' : 'hit') : 'unknown';
/** What a scan says besides words, each as this user wants it. */
const useSignals = () => {
  const [sound, setSound] = usePreference('scan-sound', true);
  const [vibration, setVibration] = usePreference('scan-vibration', true);
  const tell = (outcome: ScanOutcome): void => {
    if (sound) playScan(kindOf(outcome));
    if (vibration) vibrateScan(kindOf(outcome));
  };
  const switches = (
    <>
      <Button variant="invisible" aria-pressed={sound} onClick={() => setSound(!sound)}>
        {sound ? '声音：开' : '声音：关'}
      </Button>
      {canVibrate() ? (
        <Button variant="invisible" aria-pressed={vibration} onClick={() => setVibration(!vibration)}>
          {vibration ? '震动：开' : '震动：关'}
        </Button>
      ) : null}
    </>
  );
  return { tell, switches };
};
/** What was not taken, in one message until it is read: the newest with its reason, and the codes before it. */
const TroubleLine = ({ trouble, onRead }: { readonly trouble: readonly Trouble[]; readonly onRead: () => void }) => {
  const [newest, ...before] = trouble;
  return (
    <ul className="ui-scan-trouble" aria-live="assertive" aria-label="未识别的条码">
      {newest === undefined ? null : (
        <li>
          {before.length === 0 ? null : <b>{trouble.length} 个条码没有录入</b>}
          <strong>{newest.code}</strong>
          <span>{newest.reason}</span>
          {before.length === 0 ? null : (
            <span className="ui-scan-before" title={before.map(({ code, reason }) => `${code} ${reason}`).join('\n')}>
              还有 {before.map(({ code }) => code).join('、')}
            </span>
          )}
          <button type="button" onClick={onRead}>
            知道了
          </button>
        </li>
      )}
    </ul>
  );
};
/** Phones and tablets: what has a camera on its back. */
const HANDHELD = '(max-width: 640px), (pointer: coarse)';

/**
 * The scan box that is always ready: Enter in it, or the scanner while the focus is anywhere. Codes are looked up one
 * after another in the order they came. What is not taken stays in red with its reason
 * until somebody reads it away; the focus stays where it was.
 */
export const ScanBox = ({
  onScan,
  label = '扫码',
  placeholder = `扫描或输入${label === '扫码' ? '条码' : label}，按回车`,
  disabled = false,
  emptyText = '请输入条码！',
  atOnce = false,
}: ScanBoxProps) => {
  const id = useId();
  const [said, setSaid] = useState('');
  const [trouble, setTrouble] = useState<readonly Trouble[]>([]);
  const [waiting, setWaiting] = useState(0);
  const { tell, switches } = useSignals();
  const handheld = useMedia(HANDHELD);
  const [camera, setCamera] = useState(false);
  const queue = useRef(Promise.resolve());
  const latest = useRef(onScan);

  const look = async (code: string): Promise<void> => {
    const outcome = await latest
      .current(code)
      .catch((error: unknown): ScanOutcome => ({ ok: false, reason: messageOf(error) }));
    setWaiting((count) => count - 1);
    scanEnds(outcome.ok);
    tell(outcome);
    if (outcome.ok) setSaid(outcome.text ?? `已录入 ${code}`);
    // What is taken now is no trouble any more; the newest stands first.
    const fresh = outcome.ok ? [] : [{ code, reason: outcome.reason }];
    setTrouble((list) => [...fresh, ...list.filter((each) => each.code !== code)].slice(0, 20));
  };
  const scan = (raw: string): void => {
    const code = asBarcode(raw);
    latest.current = onScan;
    if (code === '') return setSaid(emptyText);
    if (takeCustomerCard(code)) return setSaid('');
    setWaiting((count) => count + 1);
    scanBegins();
    if (atOnce) void look(code);
    else queue.current = queue.current.then(() => look(code));
  };
  const field = useTypedCode(scan);
  useScanner(scan, { active: !disabled });

  return (
    <div className="ui-scan">
      <div className="ui-scan-line">
        <label htmlFor={id} className="ui-scan-label">
          {label}
        </label>
        <TextInput
          id={id}
          className="ui-scan-input"
          {...field}
          data-scanner="box"
          disabled={disabled}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
        />
        {handheld && !camera && !disabled ? <Button onClick={() => setCamera(true)}>摄像头扫码</Button> : null}
        {switches}
        <span className="ui-scan-said" role="status" aria-live="polite">
          {waiting > 0 ? '正在查询…' : said}
        </span>
      </div>
      {camera && !disabled ? <CameraScan onClose={() => setCamera(false)} /> : null}
      <TroubleLine trouble={trouble} onRead={() => setTrouble([])} />
    </div>
  );
};
