import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Edge of a captured picture in pixels (S0§9). */
export const CAPTURE_EDGE = 400;

const SAID: Readonly<Record<string, string>> = {
  NotAllowedError: '没有使用摄像头的权限，请在浏览器地址栏允许后重试',
  SecurityError: '没有使用摄像头的权限，请在浏览器地址栏允许后重试',
  NotFoundError: '没有找到摄像头，请接好后重试',
  OverconstrainedError: '没有找到摄像头，请接好后重试',
  NotReadableError: '摄像头正被其他程序使用，请关闭后重试',
};
const UNSUPPORTED = '此浏览器不支持拍照！';
const UNPLUGGED = '摄像头已断开，请重新打开';
const saidOf = (error: unknown): string =>
  (error instanceof Error ? SAID[error.name] : undefined) ?? '摄像头无法打开，请检查后重试';

const ask = (): Promise<MediaStream> => {
  // Absent on pages that are not served securely, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) return Promise.reject(new TypeError(UNSUPPORTED));
  return devices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 1280 } },
  });
};

const stop = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};
const play = async (video: HTMLVideoElement | null, stream: MediaStream): Promise<void> => {
  if (video === null) return;
  video.srcObject = stream;
  await video.play();
};

/** The middle square of what the camera shows now; null while it shows nothing. */
const squareOf = async (video: HTMLVideoElement | null): Promise<Blob | null> => {
  if (video === null || video.videoWidth === 0) return null;
  const edge = Math.min(video.videoWidth, video.videoHeight);
  const canvas = document.createElement('canvas');
  canvas.width = CAPTURE_EDGE;
  canvas.height = CAPTURE_EDGE;
  canvas
    .getContext('2d')
    ?.drawImage(
      video,
      (video.videoWidth - edge) / 2,
      (video.videoHeight - edge) / 2,
      edge,
      edge,
      0,
      0,
      CAPTURE_EDGE,
      CAPTURE_EDGE,
    );
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
};

export type CameraState = 'closed' | 'opening' | 'open';
export type CameraControl = {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: CameraState;
  /** Why there is no picture, in words; undefined while there is nothing to say. */
  readonly problem: string | undefined;
  readonly open: () => Promise<void>;
  readonly close: () => void;
  /** A JPEG of 400 × 400; null while the camera shows nothing. */
  readonly capture: () => Promise<Blob | null>;
};

/** One camera: whoever leaves the page or closes the dialog switches it off. `unsupported`: said where there is none to ask. */
export const useCamera = (unsupported: string = UNSUPPORTED): CameraControl => {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  const wanted = useRef(false);
  const [state, setState] = useState<CameraState>('closed');
  const [problem, setProblem] = useState<string>();

  const close = useCallback((): void => {
    wanted.current = false;
    stop(stream.current);
    stream.current = null;
    setState('closed');
  }, []);
  useEffect(() => close, [close]);

  const start = async (): Promise<void> => {
    const opened = await ask();
    if (!wanted.current) return stop(opened);
    stream.current = opened;
    for (const track of opened.getTracks()) {
      track.addEventListener('ended', () => {
        close();
        setProblem(UNPLUGGED);
      });
    }
    await play(video.current, opened);
    setState('open');
  };
  const open = async (): Promise<void> => {
    wanted.current = true;
    setProblem(undefined);
    setState('opening');
    try {
      await start();
    } catch (error) {
      close();
      setProblem(error instanceof TypeError ? unsupported : saidOf(error));
    }
  };
  const capture = (): Promise<Blob | null> => squareOf(video.current);
  return { video, state, problem, open, close, capture };
};
