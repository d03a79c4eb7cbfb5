import { useState } from 'react';
import { openPictures } from './open-pictures.tsx';
import { thumbUrl } from './picture-url.ts';

/** The first picture, 32 px at most; a click opens all of them large. Nothing when there is none. */
export const Thumb = ({ names, size = 28 }: { names: readonly string[]; size?: number }) => {
  const [broken, setBroken] = useState(false);
  const [first] = names;
  if (first === undefined) return null;
  return (
    <button
      type="button"
      className="ui-thumb"
      tabIndex={-1}
      aria-label={names.length > 1 ? `查看图片，共${names.length}张` : '查看图片'}
      onClick={(event) => {
        event.stopPropagation();
        openPictures(names);
      }}
    >
      {broken ? (
        <span className="ui-thumb-none">无图</span>
      ) : (
        <img src={thumbUrl(first)} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(true)} />
      )}
    </button>
  );
};
