/** Work beside requests that a row tells of (`state`, `result`, `heard_at`): one that is silent for longer died with its process. */
import { sql } from 'slonik';

const SILENT_S = 60;
export const IS_DEAD = sql.fragment`(state = 'running' AND heard_at < now() - make_interval(secs => ${SILENT_S}))`;
/** Shown as what it is before anybody asks for the next one, which settles it; `died`: its result then. */
export const shownAs = (died: string) => sql.fragment`
  CASE WHEN ${IS_DEAD} THEN 'failed' ELSE state END AS state, CASE WHEN ${IS_DEAD} THEN ${died} ELSE result END AS result`;
