/** A code128 that the counter scans from the screen, and its text below. */
import { QUIET, code128 } from 'root-config/code128';

const HEIGHT = 60;
/** Bars as one path, in modules. */
const barsOf = (text: string): { readonly path: string; readonly width: number } => {
  let at = QUIET;
  let path = '';
  code128(text).forEach((wide, index) => {
    if (index % 2 === 0) path += `M${at} 0h${wide}v${HEIGHT}h-${wide}z`;
    at += wide;
  });
  return { path, width: at + QUIET };
};

/** `shown`: how the text is written below, grouped; else as it is. What code128 cannot say is shown as text alone. */
export const Bars = ({
  text,
  label,
  shown = text,
}: {
  readonly text: string;
  readonly label: string;
  readonly shown?: string;
}) => {
  if (!/^[ -~]+$/.test(text)) return <p className="bars">{shown}</p>;
  const { path, width } = barsOf(text);
  return (
    <div className="bars">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        shape-rendering="crispEdges"
        role="img"
        aria-label={label}
      >
        <path d={path} />
      </svg>
      <span>{shown}</span>
    </div>
  );
};
