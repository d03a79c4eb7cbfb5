import { Button } from '@primer/react';
import { messageOf, toast } from 'root-config/api';
import { useState } from 'react';
import { uploadPicture } from './upload-picture.ts';
import { CAPTURE_EDGE, useCamera } from './use-camera.ts';

type Props = {
  /** Pictures are full: the camera may stay open, but takes nothing. */
  readonly full: boolean;
  readonly onPicture: (name: string) => void;
};
/** 打开摄像头, 拍照, 关闭 (S0§2): the square that is shown is the picture that is kept. */
export const Camera = ({ full, onPicture }: Props) => {
  const { video, state, problem, open, close, capture } = useCamera();
  const [saving, setSaving] = useState(false);
  const take = async (): Promise<void> => {
    setSaving(true);
    try {
      const picture = await capture();
      if (picture === null) toast.error('摄像头还没有画面，请稍候再拍');
      else onPicture(await uploadPicture(picture, 'capture.jpg'));
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="ui-camera">
      <video
        ref={video}
        className={state === 'open' ? 'ui-camera-picture' : 'ui-camera-picture ui-camera-off'}
        width={CAPTURE_EDGE}
        height={CAPTURE_EDGE}
        muted
        playsInline
        aria-label="摄像头画面"
      />
      <div className="ui-camera-bar">
        {state === 'closed' ? (
          <Button onClick={() => void open()}>打开摄像头</Button>
        ) : (
          <>
            <Button
              variant="primary"
              disabled={state !== 'open' || full}
              loading={saving || state === 'opening'}
              loadingAnnouncement={saving ? '正在保存照片…' : '正在打开摄像头…'}
              onClick={() => void take()}
            >
              拍照
            </Button>
            <Button onClick={close}>关闭摄像头</Button>
            {full ? <span>图片已满，移除一张后才能再拍</span> : null}
          </>
        )}
      </div>
      {problem === undefined ? null : (
        <p role="alert" className="ui-camera-problem">
          {problem}
        </p>
      )}
    </div>
  );
};
