import { Button } from '@primer/react';
import { deliver } from 'root-config/api';
import { useEffect, useRef } from 'react';
import { useCamera } from '../pieces/use-camera.ts';
import { openReader } from './code-reader.ts';
import { createSightings } from './sightings.ts';
import './camera-scan.css';

/** Between two pictures looked at: quick for the hand, and the phone stays cool. */
const LOOK_MS = 90;

/** Looks at the picture again and again until it is told to stop; hands over each code once while it stays in view. */
const watch = (video: HTMLVideoElement, onCode: (code: string) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const sighted = createSightings();
  void openReader().then((reader) => {
    const look = async (): Promise<void> => {
      const code = document.hidden ? null : await reader.read(video).catch(() => null);
      if (stopped) return;
      video.dataset['reader'] = reader.way();
      const scanned = sighted(code, performance.now());
      if (scanned !== null) onCode(scanned);
      timer = setTimeout(() => void look(), LOOK_MS);
    };
    return look();
  });
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};

export type CameraScanProps = {
  /** Default: where a hardware scanner's codes go. */
  readonly onCode?: (code: string) => void;
  readonly onClose: () => void;
};
/** The camera as a scanner: open from when it is shown until it is closed, on the same path as the scanner's codes. */
export const CameraScan = ({ onCode = deliver, onClose }: CameraScanProps) => {
  const { video, state, problem, open } = useCamera('此浏览器不能使用摄像头，请改用扫码枪或手工输入');
  const latest = useRef({ onCode, open });
  useEffect(() => {
    latest.current = { onCode, open };
  });
  useEffect(() => void latest.current.open(), []);
  useEffect(() => {
    if (state !== 'open' || video.current === null) return undefined;
    return watch(video.current, (code) => latest.current.onCode(code));
  }, [state, video]);
  return (
    <section className="ui-camera-scan" aria-label="摄像头扫码">
      <div className="ui-camera-scan-view">
        <video ref={video} muted playsInline aria-label="摄像头画面" />
        {state === 'open' ? <span className="ui-camera-scan-line" aria-hidden /> : null}
      </div>
      <div className="ui-camera-scan-bar">
        {problem === undefined ? (
          <span>{state === 'open' ? '把条码放到线上，停一下' : '正在打开摄像头…'}</span>
        ) : (
          <span role="alert" className="ui-camera-problem">
            {problem}
          </span>
        )}
        {problem === undefined ? null : (
          <Button size="small" onClick={() => void open()}>
            重试
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          关闭摄像头
        </Button>
      </div>
    </section>
  );
};
