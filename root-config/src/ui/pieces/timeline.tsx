import { moment } from '../format/show.ts';
import './timeline.css';
import type { Tone } from '../format/kinds.ts';

export type TimelineEntry = {
  readonly key: string | number;
  /** ISO 8601. */
  readonly at: string;
  readonly title: string;
  readonly by?: string;
  readonly tone?: Tone;
  /** 数量：1 → 2 */
  readonly changes?: readonly string[];
  readonly reason?: string | undefined;
  /** Opens the document behind the entry. */
  readonly onOpen?: () => void;
};
/** The life of a piece or a document, newest first as it is given. */
export const Timeline = ({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) => (
  <ol className="ui-timeline" aria-label={label}>
    {entries.map((entry) => (
      <li key={entry.key} className={`ui-timeline-${entry.tone ?? 'neutral'}`}>
        <div className="ui-timeline-head">
          {entry.onOpen === undefined ? (
            <strong>{entry.title}</strong>
          ) : (
            <button type="button" className="ui-link" onClick={entry.onOpen}>
              {entry.title}
            </button>
          )}
          <time dateTime={entry.at}>{moment(entry.at)}</time>
          {entry.by === undefined ? null : <span>{entry.by}</span>}
        </div>
        {entry.reason === undefined || entry.reason === '' ? null : <p>原因：{entry.reason}</p>}
        {(entry.changes ?? []).map((change) => (
          <p key={change}>{change}</p>
        ))}
      </li>
    ))}
  </ol>
);
