import { mended } from 'root-config/api';
import { useEffect } from 'react';

/** The message at the edge of the page goes with the last mark at a field. */
export const useMended = (isWrong: boolean): void => useEffect(() => (isWrong ? mended : undefined), [isWrong]);
