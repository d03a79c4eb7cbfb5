/** How far a count has come; of a blind one only what was counted. */
import { ProgressBar, count, type LineModel } from 'root-config/ui';
import type { FeedState } from './check-feed.ts';
import { piecesOf, type CountedPieces, type Line } from './check-lines.ts';

export const figuresOf = (model: LineModel<Line>): CountedPieces => {
  const sum = (name: keyof CountedPieces): number => model.sum(`pieces-${name}`, piecesOf[name]);
  return {
    booked: sum('booked'),
    done: sum('done'),
    left: sum('left'),
    missing: sum('missing'),
    counted: sum('counted'),
  };
};

type Props = { readonly model: LineModel<Line>; readonly state: FeedState };
export const CountProgress = ({ model, state }: Props) => {
  const { booked, done, left, missing, counted } = figuresOf(model);
  const { finished, audited, hidden, notFound } = state;
  const explained = booked - done - left - missing;
  const known = hidden || explained === 0 ? '' : ` · 已说明 ${count(explained)}`;
  const unknown = notFound.length === 0 ? '' : ` · 未找到 ${count(notFound.length)}`;
  const rest = hidden
    ? '盲盘，完成盘点后显示账面'
    : finished || audited
      ? `已完成盘点 · 缺失 ${count(missing)}`
      : `未盘 ${count(left)}`;
  return (
    <div className="check-progress">
      <strong>
        已盘 {count(hidden ? counted : done)}
        {hidden ? ' 件' : `/${count(booked)}`}
      </strong>
      <span>{`${rest}${known}${unknown}`}</span>
      {hidden ? null : (
        <ProgressBar
          aria-label="盘点进度"
          className="check-progress-bar"
          progress={booked === 0 ? 0 : Math.round((100 * done) / booked)}
        />
      )}
    </div>
  );
};
